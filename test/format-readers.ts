/** Readers of the formats, as strict as those that will read them. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { SaxesParser } from 'saxes';

/** The official schema is of draft 4; what it uses of that means the same later, but for its own name. */
const {
  $schema: _,
  id: __,
  ...sarifSchema
} = JSON.parse(
  readFileSync('node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json', 'utf8'),
) as Record<string, unknown>;
const ajv = new Ajv({ strict: false, unicodeRegExp: false });
addFormats.default(ajv);
const isSarif = ajv.compile(sarifSchema);

export interface SarifLog {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly automationDetails: { readonly id: string };
    readonly invocations: readonly {
      readonly executionSuccessful: boolean;
      readonly toolExecutionNotifications: readonly { readonly message: { readonly text: string } }[];
    }[];
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly message: { readonly text: string };
      readonly partialFingerprints: { readonly primaryLocationLineHash: string };
      readonly locations: readonly {
        readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
      }[];
    }[];
  }[];
}

/** @throws where the text is no SARIF 2.1.0. */
export function readSarif(text: string): SarifLog {
  const log: unknown = JSON.parse(text);
  if (!isSarif(log)) throw new Error(ajv.errorsText(isSarif.errors));
  return log as SarifLog;
}

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** @throws where the text is no well-formed XML 1.0. */
export function readXml(text: string): Element {
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = {
      name,
      attributes,
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', (part) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  });
  parser.write(text).close();
  const [root] = top.children;
  if (root === undefined) throw new Error('no element');
  return root;
}

interface Rule {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly children: readonly string[];
  readonly hasText?: true;
}

/** What junit-10.xsd of Jenkins' xUnit plugin allows, of all that a report may use. */
const outcome: Rule = { required: [], optional: ['type', 'message'], children: [], hasText: true };
const JUNIT: Readonly<Record<string, Rule>> = {
  testsuites: {
    required: [],
    optional: ['name', 'time', 'tests', 'failures', 'errors'],
    children: ['testsuite'],
  },
  testsuite: {
    required: ['name', 'tests', 'failures', 'errors'],
    optional: ['group', 'time', 'skipped', 'timestamp', 'hostname', 'id', 'package', 'file', 'log', 'url'],
    children: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
  },
  testcase: {
    required: ['name'],
    optional: ['time', 'classname', 'group'],
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  failure: outcome,
  error: outcome,
  skipped: outcome,
};

/** @throws where the text is no JUnit report, or its counters are not what they count. */
export function readJunit(text: string): Element {
  const root = readXml(text);
  if (root.name !== 'testsuites') throw new Error(`root ${root.name}`);
  holdToRule(root);
  for (const element of [root, ...root.children]) holdCounters(element);
  return root;
}

function holdToRule({ name, attributes, children, text }: Element): void {
  const rule = JUNIT[name];
  if (rule === undefined) throw new Error(`<${name}>`);
  const names = Object.keys(attributes);
  const missing = rule.required.filter((one) => !names.includes(one));
  const unknown = names.filter((one) => !rule.required.includes(one) && !rule.optional.includes(one));
  const strangers = children.filter((child) => !rule.children.includes(child.name));
  if (missing.length + unknown.length + strangers.length > 0)
    throw new Error(`<${name}>: ${JSON.stringify({ missing, unknown, strangers })}`);
  if (rule.hasText !== true && text.trim() !== '') throw new Error(`<${name}>: text ${text}`);
  if (!/^(?:\d+)?(?:\.\d*)?$/.test(attributes['time'] ?? '')) throw new Error(`<${name}>: time`);
  for (const child of children) holdToRule(child);
}

function holdCounters({ name, attributes, children }: Element): void {
  const cases = name === 'testsuites' ? children.flatMap((suite) => suite.children) : children;
  const count = (kind: string): number =>
    cases.filter((one) => one.children.some((child) => child.name === kind)).length;
  const counted = { tests: cases.length, failures: count('failure'), errors: count('error') };
  const skipped = name === 'testsuites' ? {} : { skipped: count('skipped') };
  for (const [key, value] of Object.entries({ ...counted, ...skipped })) {
    if (attributes[key] !== String(value))
      throw new Error(`<${name} ${attributes['name']}>: ${key} is ${attributes[key]}, not ${value}`);
  }
}

export interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** Commands that GitHub's runner takes from a log, as its ActionCommand.cs parses them; it heeds stop-commands. */
export function readCommands(log: string): readonly Command[] {
  let stop: string | undefined;
  return log.split(/\r\n|[\r\n]/).flatMap((line) => {
    const command = readCommand(line);
    if (command === undefined) return [];
    if (stop !== undefined) {
      if (command.name === stop) stop = undefined;
      return [];
    }
    if (command.name === 'stop-commands') stop = command.data;
    return [command];
  });
}

function readCommand(line: string): Command | undefined {
  const trimmed = line.trimStart();
  const end = trimmed.indexOf('::', 2);
  if (trimmed.startsWith('::') && end !== -1) {
    return parseCommand(trimmed.slice(2, end), trimmed.slice(end + 2), ',');
  }
  const start = line.indexOf('##[');
  const close = line.indexOf(']', start);
  if (start === -1 || close === -1) return undefined;
  return parseCommand(line.slice(start + 3, close), line.slice(close + 1), ';');
}

function parseCommand(head: string, data: string, separator: string): Command {
  const [name = '', ...rest] = head.split(' ');
  const pairs = rest
    .join(' ')
    .split(separator)
    .filter((pair) => pair !== '');
  const decode = (text: string): string =>
    text
      .replaceAll('%2C', ',')
      .replaceAll('%3A', ':')
      .replaceAll('%0A', '\n')
      .replaceAll('%0D', '\r')
      .replaceAll('%25', '%');
  const properties = pairs.map((pair) => {
    const [key = '', ...value] = pair.split('=');
    return [key, decode(value.join('='))];
  });
  return { name, properties: Object.fromEntries(properties) as Record<string, string>, data: decode(data) };
}
