/** How vendors name a tool in their messages, one file a form, the most telling first. */
import type { VendorForm } from '../../../model/find.ts';
import { anthropic } from './anthropic.ts';
import { bedrock } from './bedrock.ts';
import { gemini } from './gemini.ts';
import { moonshot } from './moonshot.ts';
import { openai } from './openai.ts';
import { sdk } from './sdk.ts';
import { vscode } from './vscode.ts';

export const vendorForms = {
  gemini,
  bedrock,
  moonshot,
  anthropic,
  vscode,
  sdk,
  openai,
} as const satisfies Record<string, VendorForm>;
