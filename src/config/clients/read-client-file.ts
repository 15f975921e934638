/** Read one config file of an MCP client: every shape, whoever's it is. Nothing is started and nothing written. */
import { isJsonObject } from '../../json.ts';
import type { ClientContext, ClientFile, ClientScope, ClientServer } from '../../model/client.ts';
import { detectShapes } from './detect.ts';
import { kindOf } from './entry-values.ts';
import { fileWarnings } from './file-warnings.ts';
import { serversOf } from './file-servers.ts';
import { suggestedFormats, scopeOf } from './format-paths.ts';
import type { ClientFormat } from './format.ts';
import { clientFormat, clientFormats } from './formats/index.ts';
import { projectsElsewhere } from './switches.ts';
import { readClientText } from './text/client-text.ts';

export interface ClientFileInput {
  /** Absolute. */
  readonly path: string;
  /** As a person should see it. */
  readonly shown: string;
  /** Of a bundle (`.mcpb`): its manifest, from `bundleManifest`. */
  readonly text: string;
  /** Absent: from the path. */
  readonly scope?: ClientScope | undefined;
  /** Id of the shape that the path suggests; absent: from the path, where it is one that a client uses. */
  readonly hint?: string | undefined;
}

/** Read a file. What is wrong with it is told in it. */
export function readClientFile(input: ClientFileInput, context: ClientContext): ClientFile {
  const { path, text, hint } = input;
  const suggested = suggestedFormats(path, context);
  const expected = clientFormat(hint ?? '') ?? suggested[0] ?? usualFormat(path);
  const read = readClientText(text, path);
  if ('problem' in read) return emptyFile(input, { context, format: expected, problem: read.problem });
  const { value } = read;
  if (value === undefined) return emptyFile(input, { context, format: expected });
  if (!isJsonObject(value))
    return emptyFile(input, { context, format: expected, problem: wrongType('the file', value) });
  const { key: project, elsewhere } = projectsElsewhere(value, expected, context);
  const detected = detectShapes(value, { hint, suggested, project });
  const [first] = detected;
  if (first === undefined) return { ...emptyFile(input, { context, format: expected }), elsewhere };
  const wrong = detected.find(({ container }) => !isContainer(container.value));
  const found = { context, format: first.format, keys: first.container.keys };
  if (wrong !== undefined) {
    const line = read.lineOf(wrong.container.path);
    const problem = { ...wrongType(wrong.container.keys, wrong.container.value), line };
    return { ...emptyFile(input, { ...found, problem }), elsewhere };
  }
  const { servers, overrides } = serversOf(detected, {
    path,
    shown: input.shown,
    context,
    root: value,
    read,
  });
  return {
    ...emptyFile(input, found),
    answer: answerOf(servers),
    servers,
    overrides,
    warnings: fileWarnings(read, detected),
    elsewhere,
  };
}

interface FileWorld {
  readonly context: ClientContext;
  readonly format: ClientFormat;
  readonly keys?: string | undefined;
  readonly problem?: ClientFile['problem'];
}

function emptyFile(input: ClientFileInput, { context, format, keys, problem }: FileWorld): ClientFile {
  const scope = input.scope ?? scopeOf(input.path, format, context);
  return {
    shape: format.id,
    scope,
    path: input.path,
    shown: input.shown,
    answer: problem === undefined ? 'declares-none' : 'unreadable',
    ...(keys === undefined ? {} : { container: keys }),
    servers: [],
    overrides: [],
    warnings: [],
    elsewhere: 0,
    ...(problem === undefined ? {} : { problem }),
    isConsentNeeded: scope === 'project',
  };
}

/** Of a file at no usual place. */
function usualFormat(path: string): ClientFormat {
  const extension = /\.(toml|ya?ml)$/i.exec(path)?.[1]?.toLowerCase();
  const id = extension === undefined ? 'claude-code-project' : extension === 'toml' ? 'codex' : 'goose';
  return clientFormat(id) ?? (clientFormats[0] as ClientFormat);
}

function wrongType(what: string, value: unknown): NonNullable<ClientFile['problem']> {
  return { message: `${what} is ${kindOf(value)}, expected an object`, hint: 'servers stand in it by name' };
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object';
}

function answerOf(servers: readonly ClientServer[]): ClientFile['answer'] {
  if (servers.length === 0) return 'declares-none';
  return servers.some(({ server }) => server.enabled) ? 'declares' : 'all-disabled';
}
