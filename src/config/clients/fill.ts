/** Fill in the variables of an entry's texts as its client does: once, without a shell. */
import { posix, win32 } from 'node:path';
import type { ClientContext, ClientLaunch, ClientNeed, ClientWarning } from '../../model/client.ts';
import { dialects, looksLikeVariable } from './dialects.ts';
import type { ReferenceKind } from './dialects.ts';
import { looksLikeCredential } from './credential-look.ts';
import type { DeclaredInputs } from './declared-inputs.ts';
import type { DialectId } from './format.ts';

/** What the variables of one file are filled in from. */
export interface FillWorld {
  readonly context: ClientContext;
  /** Of the file; what it names by a relative path is looked for beside it. */
  readonly path: string;
  readonly dialect: DialectId;
  /** Of a bundle: the folder it is unpacked in. */
  readonly bundleFolder?: string | undefined;
  /** What the file says of the inputs that it asks for. */
  readonly inputs?: DeclaredInputs | undefined;
  /** Files that a stranger's entry names stay closed. */
  readonly isWithheld?: boolean | undefined;
}

/** What filling in one entry brought, added to as it goes. */
export interface Filling {
  readonly needs: ClientNeed[];
  readonly warnings: ClientWarning[];
  /** Values that came from outside the file. */
  readonly secrets: string[];
  /** Names of what is asked for, answered or not. */
  readonly asks: string[];
  /** Files that were not read. */
  readonly withheld: string[];
}

/** Nothing yet. */
export function emptyFilling(): Filling {
  return { needs: [], warnings: [], secrets: [], asks: [], withheld: [] };
}

interface Reference {
  readonly kind: ReferenceKind;
  readonly name: string;
}

/** A place in an entry: `{ of: 'headers', shown: 'headers.X-Api-Key' }`. */
export interface Field {
  readonly of: keyof ClientLaunch;
  readonly shown: string;
}

/** Fill in one text; a reference that has no answer stays as written and becomes a need. */
export function fillText(
  text: string,
  { of, shown }: Field,
  to: { world: FillWorld; filling: Filling },
): string {
  const { world, filling } = to;
  const { pattern, kind: ownKind, fields } = dialects[world.dialect];
  const isHere = pattern !== undefined && (fields === undefined || fields.includes(of));
  const references = isHere ? [...text.matchAll(pattern)] : [];
  let read = 0;
  let filled = '';
  let isLiteral = false;
  for (const reference of references) {
    const between = text.slice(read, reference.index);
    read = reference.index + reference[0].length;
    isLiteral ||= looksLikeVariable(between);
    filled +=
      between + answerOf(reference[0], referenceOf(reference.groups ?? {}, ownKind), { shown, ...to });
  }
  const rest = text.slice(read);
  if (isLiteral || looksLikeVariable(rest)) filling.warnings.push(literal(shown));
  return filled + rest;
}

function literal(field: string): ClientWarning {
  return {
    code: 'literal-variable',
    field,
    message: 'looks like a variable, but the client sends it as it stands',
  };
}

type Groups = Readonly<Record<string, string | undefined>>;

function referenceOf(
  groups: Groups,
  ownKind: ReferenceKind | undefined,
): Reference & { fallback?: string | undefined } {
  const { builtin, bare, name = bare ?? '', fallback } = groups;
  if (builtin !== undefined) return { kind: 'builtin', name: builtin };
  return { kind: (groups['kind'] ?? ownKind ?? 'env') as ReferenceKind, name, fallback };
}

interface AnswerTo {
  readonly shown: string;
  readonly world: FillWorld;
  readonly filling: Filling;
}

function answerOf(
  written: string,
  { kind, name, fallback }: Reference & { fallback?: string | undefined },
  { shown, world, filling }: AnswerTo,
): string {
  if (kind === 'builtin') return builtinValue(name, world) ?? written;
  if (kind !== 'file') filling.asks.push(name);
  else if (world.isWithheld === true) {
    filling.withheld.push(name);
    return written;
  }
  const value = answer({ kind, name }, world);
  if (value !== undefined && value !== '') {
    if (isSecretAnswer({ kind, name }, value, world)) filling.secrets.push(value);
    return value;
  }
  if (fallback !== undefined) return fallback;
  filling.needs.push({ kind, name, field: shown });
  return written;
}

/** The value that the world has for a name; `--input` answers whatever only the client could. */
export function answer(
  { kind, name }: Reference,
  { context, path }: Pick<FillWorld, 'context' | 'path'>,
): string | undefined {
  if (kind === 'file') return context.readFile(pathFrom(name, path, context))?.trim();
  return (kind === 'env' ? own(context.env, name) : undefined) ?? own(context.inputs, name);
}

/** Every value from outside is secret, but for an input that its file calls a choice, or that is a plain text. */
function isSecretAnswer({ kind, name }: Reference, value: string, { inputs }: FillWorld): boolean {
  const declared = kind === 'input' ? inputs?.get(name) : undefined;
  if (declared === undefined || declared === 'secret') return true;
  return declared === 'text' && looksLikeCredential(value);
}

function own(values: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** A path as a file names it: from the home folder, or from the folder of that file. */
export function pathFrom(name: string, file: string, { platform, home }: ClientContext): string {
  const paths = platform === 'win32' ? win32 : posix;
  if (/^~(?=$|[/\\])/.test(name)) return paths.join(home, name.slice(1));
  return paths.resolve(paths.dirname(file), name);
}

function builtinValue(name: string, { context, bundleFolder }: FillWorld): string | undefined {
  const { home, workspaceFolder, platform } = context;
  const separator = platform === 'win32' ? '\\' : '/';
  const inHome = (folder: string): string => `${home}${separator}${folder}`;
  const values: Readonly<Record<string, string | undefined>> = {
    workspaceFolder,
    workspaceFolderBasename: workspaceFolder.split(/[/\\]/).findLast((part) => part !== ''),
    userHome: home,
    pathSeparator: separator,
    '/': separator,
    __dirname: bundleFolder,
    HOME: home,
    DESKTOP: inHome('Desktop'),
    DOCUMENTS: inHome('Documents'),
    DOWNLOADS: inHome('Downloads'),
  };
  return values[name];
}
