import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { configSchema } from '../src/config/config-schema.ts';
import type { Config } from '../src/model/config.ts';
import type { Report } from '../src/model/report.ts';
import type { reportSchema } from '../src/report/schema.ts';
import { EXAMPLE, FAKE, run } from './run.ts';

type Mutable<T> = T extends readonly (infer Entry)[]
  ? Mutable<Entry>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Mutable<T[Key]> }
    : T;
type Described = z.infer<typeof reportSchema>;
/** These compile only as long as schema and types say the same. */
const toDescribed = (report: Mutable<Report>): Described => report;
const toReport = (described: Described): Report => described;
/** All keys of a config are optional: one that only one side has would pass. */
type Whole<T> = T extends readonly (infer Entry)[]
  ? Whole<Entry>[]
  : T extends object
    ? { -readonly [Key in keyof T]-?: Whole<T[Key]> }
    : T;
type WholeConfig = Whole<Config>;
type DescribedConfig = Whole<z.infer<ReturnType<typeof configSchema>>>;
const toDescribedConfig = (config: WholeConfig): DescribedConfig => config;
const toConfig = (described: DescribedConfig): WholeConfig => described;

const load = (name: string): object =>
  JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8')) as object;
const ajv = new Ajv2020({ strict: false });
const isReport = ajv.compile(load('report'));
const isSnapshot = ajv.compile(load('snapshot'));

describe('the published schemas', () => {
  it('describe the types of the model', () => {
    expect(toReport(toDescribed({} as Mutable<Report>))).toEqual({});
    expect(toConfig(toDescribedConfig({} as WholeConfig))).toEqual({});
  });

  it.each([
    ['a measured server', ['node', EXAMPLE]],
    ['a failed server', ['node', FAKE, 'exit-1']],
    ['a cut-off list', ['node', FAKE, 'cursor-loop']],
    ['broken tools', ['node', FAKE, 'broken']],
  ])('accept the report of %s, and would refuse another', async (_, command) => {
    const { stdout } = await run([
      'measure',
      '--format',
      'json',
      '--view',
      'wire',
      '--settle',
      '0',
      '--',
      ...command,
    ]);
    const report = JSON.parse(stdout) as Record<string, unknown>;
    expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true);
    expect(isReport({ ...report, surprise: 1 })).toBe(false);
  });

  it('accept a snapshot', async () => {
    const { stdout } = await run(['snapshot', '--settle', '0', '--', 'node', EXAMPLE]);
    const snapshot = JSON.parse(stdout) as Record<string, unknown>;
    expect(isSnapshot(snapshot), JSON.stringify(isSnapshot.errors)).toBe(true);
    expect(isSnapshot({ ...snapshot, tools: {} })).toBe(false);
  });
});
