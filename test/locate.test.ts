/** Where a finding about a tool sends its reader. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locateFindings } from '../src/commands/locate-findings.ts';
import type { Finding } from '../src/model/report.ts';
import { folderWith } from './config-folder.ts';
import { definition, snapshotText } from './gate-folder.ts';

const finding = (tool?: string): Finding => ({
  ruleId: 'budget-tool',
  severity: 'error',
  server: 's',
  toolset: 'default',
  tool,
  hosts: [],
  message: 'm',
  outcome: 'finding',
  accepted: false,
});

/** `file:line` of the tool `build`, or undefined. */
async function placeOf(files: Readonly<Record<string, string>>, tool = 'build') {
  const root = folderWith(files);
  const [located] = await locateFindings([finding(tool)], {
    cwd: root,
    root,
    snapshots: [join(root, 'snapshots')],
  });
  return located?.location && `${located.location.file}:${located.location.line}`;
}

describe('a tool is declared', () => {
  it.each([
    ['an object', 'a.ts', "\nconst tools = [{ name: 'build' }];"],
    ['an object as JSON writes it', 'a.js', '\n{ "name": "build" }'],
    ['a template without a hole', 'a.mjs', '\n{ name: `build` }'],
    ['the SDK of TypeScript', 'a.ts', "\nserver.registerTool('build', {}, run);"],
    ['the same on lines of its own', 'a.ts', "server.registerTool(\n        'build',\n {}, run);"],
    ['its older form', 'a.tsx', '\nserver.tool("build", run);'],
    ['a decorator of Python', 'a.py', '\n@mcp.tool(name="build")'],
    ['a decorator of Python without a keyword', 'a.py', "\n@tool('build')"],
    ['a type of Python', 'a.py', 'types.Tool(\n    name = "build",'],
    ['a call of Python', 'a.py', '\nmcp.add_tool("build", run)'],
    ['a struct of Go', 'a.go', '\nmcp.AddTool(server, &mcp.Tool{Name: "build"}, run)'],
    ['a call of Go', 'a.go', '\nmcp.NewTool("build", mcp.WithString("x"))'],
    ['an attribute of Rust', 'a.rs', '\n#[tool(name = "build", description = "x")]'],
    ['a struct of Rust', 'a.rs', 'Tool {\n    name: "build".into(),'],
    ['an attribute of C#', 'A.cs', '\n[McpServerTool(Name = "build"), Description("x")]'],
    ['a builder of Java', 'A.java', '\nTool.builder().name("build")'],
    ['a call of Kotlin', 'a.kt', '\nserver.addTool(name = "build")'],
    ['an attribute of PHP', 'a.php', "\n#[McpTool(name: 'build')]"],
    ['a hash of Ruby', 'a.rb', "\n{ 'name' => 'build' }"],
  ])('by %s', async (_, file, text) => {
    expect(await placeOf({ [file]: text })).toBe(`${file}:2`);
  });

  it.each([
    ['package.json', '{ "name": "build", "scripts": { "build": "tsc" } }'],
    ['tools.yaml', 'name: "build"'],
    ['tools.yml', 'name: "build"'],
    ['a.ts', "run('build'); const filename = 'build'; if (name === 'build') stop();"],
    ['a.ts', "callTool('build'); removeTool('build'); const label: string = 'build';"],
    ['a.ts', "const scripts = { 'build': name, tools: ['build'] }; server.tool(name, 'build');"],
    ['a.py', 'if name == "build": call_tool("build", name)'],
    ['a.go', 'case "build": return mcp.CallTool(ctx, "build")'],
    ['a.ts', "registerTool('build_all', {}); registerTool('rebuild', {});"],
    ['a.test.ts', "registerTool('build', {});"],
    ['dist/a.js', "registerTool('build', {});"],
  ])('not in %s: %s', async (file, text) => {
    expect(await placeOf({ [file]: text })).toBeUndefined();
  });

  it('at the first of several places in a file, past what only mentions it', async () => {
    const text = "run('build');\nif (name === 'build') stop();\ntool('build');\ntool(\"build\");";
    expect(await placeOf({ 'a.ts': text, 'package.json': '{"name": "build"}', 'b.ts': "'build'" })).toBe(
      'a.ts:3',
    );
  });

  it('nowhere surely where two files say so', async () => {
    const text = "tool('build');";
    expect(await placeOf({ 'src/a.ts': text, 'src/b.ts': text })).toBeUndefined();
  });
});

it('keeps the place of a finding that is about no tool, and of a tool that is nowhere', async () => {
  const root = folderWith({ 'src/a.ts': "\ntool('x.y(');" });
  const findings = [finding(), finding('gone'), finding('x.y(')];
  const located = await locateFindings(findings, { cwd: join(root, 'src'), root, snapshots: [] });
  expect(located.map(({ location }) => location)).toEqual([undefined, undefined, { file: 'a.ts', line: 2 }]);
});

it('is in a committed snapshot of its server where no source declares it', async () => {
  const files = {
    'snapshots/s.default.snapshot.json': snapshotText('s', [definition('other'), definition('build')]),
    'snapshots/t.default.snapshot.json': snapshotText('t', [definition('build')]),
  };
  const line = files['snapshots/s.default.snapshot.json']
    .split('\n')
    .findIndex((one) => one.includes('"build"'));
  expect(await placeOf(files)).toBe(`snapshots/s.default.snapshot.json:${line + 1}`);
  expect(await placeOf({ ...files, 'a.ts': "server.tool('build', run);" })).toBe('a.ts:1');
  expect(await placeOf({ 't.json': files['snapshots/t.default.snapshot.json'] })).toBeUndefined();
});
