/** Which of its ways of loading a host is set to here: read from the environment and settings that decide it. */
import { join } from 'node:path';
import { isJsonObject, type JsonValue } from '../json.ts';
import { compactJson } from '../json-text.ts';
import type { ClientContext } from '../model/client.ts';
import type { DeferralSetting, HostProfile } from '../model/host.ts';
import { parseLenientJson } from './nesting.ts';

type Context = Pick<ClientContext, 'platform' | 'home' | 'workspaceFolder' | 'env' | 'readFile'> & {
  /** Folders of the project, the nearest first; absent: its root alone. */
  readonly folders?: readonly string[] | undefined;
};

/** Hosts whose settings are read; all others are taken to be as they come. */
const readers: Readonly<Record<string, (context: Context) => DeferralSetting | undefined>> = {
  'claude-code': readClaudeCode,
  vscode: readVscode,
};

/** The setting that holds here, or else what the profile says of the host as it comes. */
export function readDeferral(profile: HostProfile, context: Context): DeferralSetting {
  const reader = Object.hasOwn(readers, profile.id) ? readers[profile.id] : undefined;
  return profile.deferral.setting ?? reader?.(context) ?? defaultDeferral(profile);
}

/** States of hosts as they come; `opt-in`: only callers of an API ask for it. */
const DEFAULT_STATES = { all: 'all', threshold: 'threshold', none: 'none', 'opt-in': 'none' } as const;

/** What a config states of the host, or else the host as it comes. */
export function defaultDeferral({ deferral, confidence }: HostProfile): DeferralSetting {
  if (deferral.setting !== undefined) return deferral.setting;
  const state = deferral.default === undefined ? 'unknown' : DEFAULT_STATES[deferral.default];
  return { state, from: 'the profile', confidence: confidence.deferral };
}

/** Claude Code 2.1.332, read 2026-11. */
const TOOL_SEARCH = 'ENABLE_TOOL_SEARCH';

/** Settings go before the shell's environment; of the files the administrator's goes first, the user's last. */
function readClaudeCode({
  platform,
  home,
  workspaceFolder,
  folders = [workspaceFolder],
  env,
  readFile,
}: Context): DeferralSetting | undefined {
  const own = readPath(env['CLAUDE_CONFIG_DIR']);
  // Claude Code documentation, settings (2026).
  const managed = {
    linux: '/etc/claude-code/managed-settings.json',
    darwin: '/Library/Application Support/ClaudeCode/managed-settings.json',
    win32: 'C:\\Program Files\\ClaudeCode\\managed-settings.json',
  }[platform];
  const files = [
    [managed, managed],
    ...folders.flatMap((folder) =>
      ['settings.local.json', 'settings.json'].map(
        (name) => [join(folder, '.claude', name), `.claude/${name}`] as const,
      ),
    ),
    own === undefined
      ? [join(home, '.claude/settings.json'), '~/.claude/settings.json']
      : [join(own, 'settings.json'), '$CLAUDE_CONFIG_DIR/settings.json'],
  ] as const;
  for (const [path, shown] of files) {
    const block = readSettings(readFile(path))['env'];
    const value = isJsonObject(block) && Object.hasOwn(block, TOOL_SEARCH) ? block[TOOL_SEARCH] : undefined;
    if (value !== undefined)
      return toolSearch(typeof value === 'string' ? value : compactJson(value), `${TOOL_SEARCH} in ${shown}`);
  }
  return toolSearch(env[TOOL_SEARCH] ?? '', TOOL_SEARCH);
}

/** Undefined where it is empty, which is as if it were not set; what the host does with any other text is not known. */
function toolSearch(value: string, from: string): DeferralSetting | undefined {
  const base = { from, confidence: 'source' } as const;
  if (value === '') return undefined;
  if (value === 'true') return { state: 'all', ...base };
  if (value === 'false') return { state: 'none', ...base };
  const [auto, percent = '10'] = /^auto(?::(\d{1,3}))?$/.exec(value) ?? [];
  return auto === undefined || Number(percent) > 100
    ? { ...base, state: 'unknown', from: `the value of ${from} is not one it knows` }
    : { state: 'auto', percent: Number(percent), ...base };
}

const VIRTUAL_TOOLS = 'github.copilot.chat.virtualTools.threshold';

function readVscode({
  platform,
  home,
  workspaceFolder,
  env,
  readFile,
}: Context): DeferralSetting | undefined {
  const user = {
    linux: join(readPath(env['XDG_CONFIG_HOME']) ?? join(home, '.config'), 'Code/User/settings.json'),
    darwin: join(home, 'Library/Application Support/Code/User/settings.json'),
    win32: join(readPath(env['APPDATA']) ?? join(home, 'AppData/Roaming'), 'Code/User/settings.json'),
  }[platform];
  const files = [
    [join(workspaceFolder, '.vscode/settings.json'), '.vscode/settings.json'],
    [user, 'the user settings'],
  ] as const;
  for (const [path, shown] of files) {
    const value = readSettings(readFile(path))[VIRTUAL_TOOLS];
    if (typeof value !== 'number') continue;
    const base = { from: `virtualTools.threshold in ${shown}`, confidence: 'source' } as const;
    // What VS Code does with 0 is not known.
    return Number.isInteger(value) && value > 0
      ? { state: 'threshold', threshold: value, ...base }
      : { state: 'unknown', ...base };
  }
  return undefined;
}

/** An empty variable is as if it were not set. */
function readPath(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}

/** A file that is absent or broken sets nothing; its own host says so. */
function readSettings(text: string | undefined): Readonly<Record<string, JsonValue | undefined>> {
  const value = text === undefined ? undefined : parseLenientJson(text).value;
  return isJsonObject(value) ? value : {};
}
