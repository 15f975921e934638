/** Every profile, in the order in which lists show them: references, then each vendor's API before its clients. */
import type { HostProfile } from '../model/host.ts';
import { amazonQ } from './amazon-q.ts';
import { antigravity } from './antigravity.ts';
import { azureOpenai } from './azure-openai.ts';
import { bedrockAgents } from './bedrock-agents.ts';
import { bedrockConverse } from './bedrock-converse.ts';
import { chatgpt } from './chatgpt.ts';
import { claudeApi } from './claude-api.ts';
import { claudeCode } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import { claudeStrict } from './claude-strict.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { copilotCli } from './copilot-cli.ts';
import { copilotJetbrains } from './copilot-jetbrains.ts';
import { copilotStudio } from './copilot-studio.ts';
import { cursor } from './cursor.ts';
import { geminiApi } from './gemini-api.ts';
import { geminiApiJsonschema } from './gemini-api-jsonschema.ts';
import { geminiCli } from './gemini-cli.ts';
import { kiro } from './kiro.ts';
import { llamaCpp } from './llama-cpp.ts';
import { mcpSpec20260728 } from './mcp-spec-2026-07-28.ts';
import { mcpTsSdk1 } from './mcp-ts-sdk-1.ts';
import { mistralApi } from './mistral-api.ts';
import { moonshotApi } from './moonshot-api.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import { openaiStrict } from './openai-strict.ts';
import { portable } from './portable.ts';
import { rooCode } from './roo-code.ts';
import { vscode } from './vscode.ts';
import { windsurf } from './windsurf.ts';
import { zed } from './zed.ts';

export const hosts = {
  'mcp-spec-2026-07-28': mcpSpec20260728,
  'mcp-ts-sdk-1': mcpTsSdk1,
  'claude-api': claudeApi,
  'claude-strict': claudeStrict,
  'claude-code': claudeCode,
  'claude-desktop': claudeDesktop,
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  'openai-strict': openaiStrict,
  'azure-openai': azureOpenai,
  codex,
  chatgpt,
  'gemini-api': geminiApi,
  'gemini-api-jsonschema': geminiApiJsonschema,
  'gemini-cli': geminiCli,
  vscode,
  'copilot-jetbrains': copilotJetbrains,
  'copilot-cli': copilotCli,
  'copilot-studio': copilotStudio,
  cursor,
  windsurf,
  antigravity,
  'bedrock-converse': bedrockConverse,
  'bedrock-agents': bedrockAgents,
  'mistral-api': mistralApi,
  'moonshot-api': moonshotApi,
  kiro,
  'amazon-q': amazonQ,
  'llama-cpp': llamaCpp,
  zed,
  'roo-code': rooCode,
  cline,
  portable,
} as const satisfies Record<string, HostProfile>;

/** All profiles by id, the shipped ones in their order; one of `extra` replaces its namesake or stands at the end. */
export function hostRegistry(extra: readonly HostProfile[] = []): ReadonlyMap<string, HostProfile> {
  return new Map([
    ...Object.entries<HostProfile>(hosts),
    ...extra.map((profile) => [profile.id, profile] as const),
  ]);
}
