/** Every string and every key of a definition with its place, walked once for all rules. Linear, at any depth. */
import { isJsonObject, type JsonValue } from '../../json.ts';
import type { LintList, LintTool, Path } from '../../model/lint.ts';

export interface DefinitionText {
  readonly text: string;
  /** It is a key; `at` is the object that has it. */
  readonly isKey: boolean;
  /** First key of the path, known without making it; undefined at the root. */
  readonly field: string | undefined;
  /** From the tool, or from the list for its instructions; made when it is asked for. */
  readonly at: () => Path;
}

/** Where a value stands: the key under which its parent has it. */
interface Step {
  readonly parent: Step | undefined;
  readonly key: string | number;
}

interface Open {
  readonly value: JsonValue;
  readonly step: Step | undefined;
  readonly field: string | undefined;
}

const known = new WeakMap<LintTool, readonly DefinitionText[]>();

/** Strings and keys of a tool, in the order of its text. */
export function textsOf(tool: LintTool): readonly DefinitionText[] {
  const texts = known.get(tool) ?? readTexts(tool.raw);
  known.set(tool, texts);
  return texts;
}

/** The instructions of a list, as the only text that it has beside its tools. */
export function instructionsOf({ instructions = '' }: LintList): readonly DefinitionText[] {
  return instructions === ''
    ? []
    : [{ text: instructions, isKey: false, field: 'instructions', at: () => ['instructions'] }];
}

function readTexts(root: JsonValue): readonly DefinitionText[] {
  const texts: DefinitionText[] = [];
  const open: Open[] = [{ value: root, step: undefined, field: undefined }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, step, field } = next;
    const at = (): Path => pathTo(step);
    if (typeof value === 'string') texts.push({ text: value, isKey: false, field, at });
    if (typeof value !== 'object' || value === null) continue;
    if (isJsonObject(value))
      for (const key of Object.keys(value)) texts.push({ text: key, isKey: true, field, at });
    // Taken from the end, so that they come in the order of the text.
    for (const [key, member] of Object.entries<JsonValue>(value).toReversed()) {
      const own = Array.isArray(value) ? Number(key) : key;
      open.push({ value: member, step: { parent: step, key: own }, field: field ?? key });
    }
  }
  return texts;
}

function pathTo(last: Step | undefined): Path {
  const path: (string | number)[] = [];
  for (let step = last; step !== undefined; step = step.parent) path.push(step.key);
  return path.toReversed();
}
