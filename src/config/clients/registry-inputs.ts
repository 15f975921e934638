/** What a `server.json` asks for: fixed values, defaults, answers, and what is still missing. */
import { isJsonObject } from '../../json.ts';
import type { ClientNeed } from '../../model/client.ts';
import { textOf, valueAt } from './containers.ts';
import type { Parsed } from './containers.ts';
import { looksLikeCredential } from './credential-look.ts';
import { answer } from './fill.ts';
import type { FillWorld } from './fill.ts';

export interface Inputs {
  /** Added to as inputs are read. */
  readonly needs: readonly ClientNeed[];
  /** Values that came from outside the file. */
  readonly given: readonly string[];
  /** Names of what is asked for, answered or not. */
  readonly asks: readonly string[];
  /** A text with `{name}` in it, filled in from a map of inputs. */
  readonly template: (text: string, variables: Parsed, field: string) => string;
  /** Names with values: environment variables, or headers. */
  readonly pairs: (list: unknown, of: 'env' | 'headers') => Readonly<Record<string, string>>;
  /** Words of a command line. */
  readonly words: (list: unknown, field: string) => readonly string[];
}

interface Asked {
  readonly kind: 'env' | 'input';
  readonly name: string;
  readonly field: string;
}

/** Read inputs, and keep account of what was given and what is missing. */
export function resolveInputs(world: Pick<FillWorld, 'context' | 'path'>): Inputs {
  const needs: ClientNeed[] = [];
  const given: string[] = [];
  const asks: string[] = [];

  /** Undefined: not given, and nobody has to. */
  const resolve = (input: Parsed, asked: Asked): string | undefined => {
    const { value, default: usual, isRequired } = input;
    const variables = input['variables'];
    if (typeof value === 'string')
      return template(value, isJsonObject(variables) ? variables : {}, asked.field);
    asks.push(asked.name);
    const answered = answer(asked, world);
    if (answered !== undefined && answered !== '') {
      const isSecret = asked.kind === 'env' || input['isSecret'] === true;
      if (isSecret || looksLikeCredential(answered)) given.push(answered);
      return answered;
    }
    const fallback = textOf(usual);
    if (fallback !== undefined) return fallback;
    if (isRequired !== true) return undefined;
    needs.push(asked);
    return `{${asked.name}}`;
  };

  const template = (text: string, variables: Parsed, field: string): string =>
    text.replaceAll(/\{([^{}]+)\}/g, (written, name: string) => {
      const input = Object.hasOwn(variables, name) ? variables[name] : undefined;
      return isJsonObject(input) ? (resolve(input, { kind: 'input', name, field }) ?? '') : written;
    });

  const pairs: Inputs['pairs'] = (list, of) =>
    Object.fromEntries(
      objectsIn(list).flatMap((input) => {
        const name = textOf(input['name']) ?? '';
        const value = resolve(input, { kind: of === 'env' ? 'env' : 'input', name, field: `${of}.${name}` });
        return value === undefined || name === '' ? [] : [[name, value]];
      }),
    );

  const words: Inputs['words'] = (list, field) =>
    objectsIn(list).flatMap((input, index) => {
      const flag = input['type'] === 'named' ? textOf(input['name']) : undefined;
      const label = flag?.replace(/^-+/, '') ?? textOf(input['valueHint']) ?? `${field}[${index}]`;
      if (flag !== undefined && isBareFlag(input)) return [flag];
      const value = resolve(input, { kind: 'input', name: label, field: `${field}[${index}]` });
      if (value === undefined) return [];
      return flag === undefined ? [value] : value === '' ? [flag] : [flag, value];
    });

  return { needs, given, asks, template, pairs, words };
}

function objectsIn(list: unknown): readonly Parsed[] {
  return Array.isArray(list) ? list.filter((item) => isJsonObject(item)) : [];
}

/** A flag that takes no value: nothing in its description is about one. */
function isBareFlag(input: Parsed): boolean {
  const about = [
    'value',
    'default',
    'format',
    'placeholder',
    'choices',
    'isRequired',
    'isSecret',
    'valueHint',
  ];
  return about.every((key) => valueAt(input, [key]) === undefined);
}
