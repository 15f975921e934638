/** What a file says of the inputs that it asks its user for: VS Code's `inputs`, and the options of a bundle. */
import { isJsonObject } from '../../json.ts';
import { valueAt } from './containers.ts';

/** By id: typed unseen, chosen from a list, or a text. */
export type DeclaredInputs = ReadonlyMap<string, 'secret' | 'choice' | 'text'>;

/** Read the declarations of a file. */
export function declaredInputs(root: unknown): DeclaredInputs {
  const options = Object.entries(valueAt(root, ['user_config']) ?? {}).flatMap(
    ([id, option]: readonly [string, unknown]) =>
      isJsonObject(option) ? [[id, option['sensitive'] === true ? 'secret' : 'text'] as const] : [],
  );
  const lists = [valueAt(root, ['inputs']), valueAt(root, ['mcp', 'inputs'])].filter((list) =>
    Array.isArray(list),
  );
  const inputs = lists.flat().flatMap((input: unknown) => {
    if (!isJsonObject(input) || typeof input['id'] !== 'string') return [];
    const { id, type, password } = input;
    return [[id, password === true ? 'secret' : type === 'pickString' ? 'choice' : 'text'] as const];
  });
  return new Map([...options, ...inputs]);
}
