/** Every shape of client config file: one file and one line each. */
import type { ClientFormat } from '../format.ts';
import { amazonQ } from './amazon-q.ts';
import { antigravity } from './antigravity.ts';
import { claudeCodeLocal } from './claude-code-local.ts';
import { claudeCodeProject } from './claude-code-project.ts';
import { claudeCodeUser } from './claude-code-user.ts';
import { claudeDesktop } from './claude-desktop.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { continueYaml } from './continue.ts';
import { copilotCli } from './copilot-cli.ts';
import { copilotJetbrains } from './copilot-jetbrains.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';
import { goose } from './goose.ts';
import { grokBuild } from './grok-build.ts';
import { junie } from './junie.ts';
import { kiloCode } from './kilo-code.ts';
import { kimiCode } from './kimi-code.ts';
import { kiro } from './kiro.ts';
import { lmStudio } from './lm-studio.ts';
import { mcpb } from './mcpb.ts';
import { openclaw } from './openclaw.ts';
import { opencodeV1 } from './opencode-v1.ts';
import { opencodeV2 } from './opencode-v2.ts';
import { qwenCode } from './qwen-code.ts';
import { registryServer } from './registry-server.ts';
import { rooCode } from './roo-code.ts';
import { vscode } from './vscode.ts';
import { vscodePortable } from './vscode-portable.ts';
import { vscodeSettings } from './vscode-settings.ts';
import { windsurf } from './windsurf.ts';
import { windsurfJetbrains } from './windsurf-jetbrains.ts';
import { zed } from './zed.ts';

export const clientFormats: readonly ClientFormat[] = [
  claudeDesktop,
  claudeCodeUser,
  claudeCodeLocal,
  claudeCodeProject,
  vscode,
  vscodeSettings,
  copilotCli,
  vscodePortable,
  copilotJetbrains,
  cursor,
  windsurf,
  windsurfJetbrains,
  antigravity,
  codex,
  geminiCli,
  qwenCode,
  opencodeV1,
  opencodeV2,
  kiloCode,
  zed,
  goose,
  continueYaml,
  cline,
  rooCode,
  kiro,
  amazonQ,
  lmStudio,
  junie,
  grokBuild,
  kimiCode,
  openclaw,
  registryServer,
  mcpb,
];

/** The shape of this id. */
export function clientFormat(id: string): ClientFormat | undefined {
  return clientFormats.find((format) => format.id === id);
}
