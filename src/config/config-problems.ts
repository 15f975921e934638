/** What is wrong with a config, as one error that names every place: `file:line  key.path: what was expected`. */
import type { z } from 'zod/mini';
import { ConfigError } from '../errors.ts';
import type { ConfigSource, KeyPath } from './config-source.ts';
import { didYouMean } from './nearest.ts';

export interface Problem {
  readonly path: KeyPath;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** More are counted, not told. */
const MAX_TOLD = 10;

/** `servers.media.toolsets["a.b"].include[0]`. */
export function formatKey(path: KeyPath): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      if (!/^[$\w@-]+$/.test(part)) return `[${JSON.stringify(part)}]`;
      return index === 0 ? part : `.${part}`;
    })
    .join('');
}

/** One error for all problems of a file, in the order of its lines. */
export function configError(
  file: string,
  problems: readonly Problem[],
  locate: ConfigSource['locate'],
): ConfigError {
  const placed = problems
    .map((problem) => ({ ...problem, key: formatKey(problem.path), line: locate(problem.path)?.line }))
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const told = placed.slice(0, MAX_TOLD);
  const lines = told.map(({ key, line, message }) => {
    const place = line === undefined ? file : `${file}:${line}`;
    return `${place}  ${key === '' ? '' : `${key}: `}${message}`;
  });
  if (placed.length > told.length) lines.push(`and ${placed.length - told.length} more`);
  const hints = told.flatMap(({ key, hint }) =>
    hint === undefined ? [] : [placed.length === 1 ? hint : `${key}: ${hint}`],
  );
  return new ConfigError(lines.join('\n'), { hint: hints.length === 0 ? undefined : hints.join('\n') });
}

/** What the schema found wrong. Its messages are noun phrases: what was expected. */
export function schemaProblems(
  issues: readonly z.core.$ZodIssue[],
  schema: z.ZodMiniType,
  value: unknown,
): readonly Problem[] {
  const read = (issue: z.core.$ZodIssue, before: KeyPath): readonly Problem[] => {
    const path: KeyPath = [...before, ...(issue.path as KeyPath)];
    if (issue.code === 'unrecognized_keys') {
      const known = knownKeys(schema, path);
      return issue.keys.map((key) => unknownKey([...path, key], known));
    }
    if (issue.code === 'invalid_key') {
      return [{ path, message: `expected ${issue.issues[0]?.message ?? 'another name'}` }];
    }
    const ofObject = issue.code === 'invalid_union' ? issue.errors.find(isOfObject) : undefined;
    if (ofObject !== undefined) return ofObject.flatMap((inner) => read(inner, path));
    return [{ path, message: `expected ${issue.message}, found ${describe(path, valueAt(value, path))}` }];
  };
  return issues.flatMap((issue) => read(issue, []));
}

function unknownKey(path: KeyPath, known: readonly string[]): Problem {
  const hint = didYouMean(String(path.at(-1)), known) ?? `known here: ${known.join(', ')}`;
  return { path, message: 'unknown key', hint };
}

/** Of a union's choices the one that takes the value's kind, and complains about what is inside. */
function isOfObject(issues: readonly z.core.$ZodIssue[]): boolean {
  return issues.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys');
}

/** Keys under which people keep secrets; their values are never shown. */
const PRIVATE = new Set(['env', 'headers', 'args', 'extraArgs', 'url', 'command', 'arguments']);

function describe(path: KeyPath, value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    return `a ${typeof value}`;
  }
  if (path.some((part) => PRIVATE.has(String(part)))) {
    return value === '' ? 'empty text' : typeof value === 'string' ? 'text' : `a ${typeof value}`;
  }
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function valueAt(value: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>(
    (at, part) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, part)
        ? (at as Record<string | number, unknown>)[part]
        : undefined,
    value,
  );
}

/** The keys that the schema knows at a place. */
function knownKeys(schema: z.ZodMiniType, path: KeyPath): readonly string[] {
  const [part, ...rest] = path;
  const { def } = schema as unknown as { readonly def: Definition };
  if (def.innerType !== undefined) return knownKeys(def.innerType, path);
  const choice = def.options?.find(
    (option) => (option as unknown as { def: Definition }).def.shape !== undefined,
  );
  if (choice !== undefined) return knownKeys(choice, path);
  if (part === undefined) return Object.keys(def.shape ?? {});
  const next = def.shape?.[part] ?? def.valueType ?? def.element;
  return next === undefined ? [] : knownKeys(next, rest);
}

interface Definition {
  readonly innerType?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
  readonly shape?: Readonly<Record<string | number, z.ZodMiniType>>;
  readonly valueType?: z.ZodMiniType;
  readonly element?: z.ZodMiniType;
}
