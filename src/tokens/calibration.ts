/**
 * Published counts that the Claude formula is fitted on: tokens of a tool list under `claude-opus-5`, by the provider's
 * `count_tokens` with the tools minus the same request without them, on 2026-08-19.
 *
 * Source: athakur3/mcp-context-cost, results/divergence.json (method tools-delta/v1), MIT License, Copyright (c) 2026
 * mcp-context-cost contributors. Numbers only; `o200k` and `structuralChars` are our own counts of the captures with
 * these hashes. Read by `scripts/refit.mjs` and the tests; the program itself holds the fitted formula.
 */
export interface CalibrationRow {
  readonly server: string;
  readonly tools: number;
  /** o200k tokens of the generic view. */
  readonly o200k: number;
  readonly structuralChars: number;
  readonly claudeTokens: number;
  /** Of the capture that was counted. */
  readonly capturedSha256: string;
}

/** The one row the formula is not fitted on: its published count belongs to an older capture, whose features these are. */
export const HOLD_OUT: CalibrationRow = {
  server: 'blender',
  tools: 24,
  o200k: 4629,
  structuralChars: 2385,
  claudeTokens: 8106,
  capturedSha256: 'd2eaa893817022900e08e72922d111d17cc1acb50532e337704a89305ee57639',
};

/** The same source's count of one minimal tool; not fitted on either. */
export const MINIMAL_TOOL = { tools: 1, o200k: 22, structuralChars: 32, claudeTokens: 328 } as const;

export const CALIBRATION_ROWS: readonly CalibrationRow[] = [
  {
    server: 'apify',
    tools: 10,
    o200k: 4797,
    structuralChars: 1828,
    claudeTokens: 8313,
    capturedSha256: '45e69bb7d3ab57903ca84555f5bb3851cbc806ae35ce9398eb88eea7f587ec91',
  },
  {
    server: 'basic-memory',
    tools: 23,
    o200k: 7120,
    structuralChars: 4895,
    claudeTokens: 12_426,
    capturedSha256: '0ba9e9185e3d5c167bbaf0dcfeb499f27020c307f1387a3b85374f849f0a38a7',
  },
  {
    server: 'brave-search',
    tools: 8,
    o200k: 8262,
    structuralChars: 4918,
    claudeTokens: 13_746,
    capturedSha256: 'e5a8f43437056e6e89bb8f5167f5b8d471ba42de915ede953ce5968a84471582',
  },
  {
    server: 'circleci',
    tools: 13,
    o200k: 11_755,
    structuralChars: 2655,
    claudeTokens: 19_164,
    capturedSha256: 'f4d995111363bc9a5c220871fb9e4c2d81372ef647572f5f4f19cb5d4bd08bbe',
  },
  {
    server: 'desktop-commander',
    tools: 26,
    o200k: 11_056,
    structuralChars: 3574,
    claudeTokens: 19_305,
    capturedSha256: '8623f9de377963b97d6e8294e16ac107c445e29b3ad97fbe78f18c1971dde6f5',
  },
  {
    server: 'firecrawl',
    tools: 27,
    o200k: 8869,
    structuralChars: 7858,
    claudeTokens: 16_428,
    capturedSha256: '3b7694bcedabac9706eba0c497c1fb4591121db0fd25e4e87e4802a001e34cd6',
  },
  {
    server: 'github',
    tools: 44,
    o200k: 10_535,
    structuralChars: 8333,
    claudeTokens: 18_406,
    capturedSha256: '086879383bcdc68ea1b960a141ab1b41cb2a203321c4440553c033b5e9a5344d',
  },
  {
    server: 'hubspot',
    tools: 21,
    o200k: 8433,
    structuralChars: 4667,
    claudeTokens: 14_398,
    capturedSha256: '3389dd469cfc2f46f06e4be24ba13ff95595ee30fd8dd62df81809a95daf3791',
  },
  {
    server: 'kubernetes',
    tools: 23,
    o200k: 5089,
    structuralChars: 4387,
    claudeTokens: 9165,
    capturedSha256: '20126671be70fdb77743a595f195002612b03c889b348447ed9ff4d7057f8c1c',
  },
  {
    server: 'mcp-atlassian',
    tools: 63,
    o200k: 12_823,
    structuralChars: 8027,
    claudeTokens: 22_234,
    capturedSha256: '1ff1b32a4f6f0b8485b54314964e498d26ebe605e7f4871cd4f5cbba371bf3ac',
  },
  {
    server: 'mongodb',
    tools: 27,
    o200k: 4501,
    structuralChars: 5548,
    claudeTokens: 8765,
    capturedSha256: 'c771e7295dc27668861b2a251566196a3e30b5b3ac282f7736aab96891bff300',
  },
  {
    server: 'notion',
    tools: 24,
    o200k: 17_163,
    structuralChars: 20_389,
    claudeTokens: 33_560,
    capturedSha256: 'f9544e7c84986529d5bc4a1c9357bbbb9c2f458133904075319f8fec7d716da9',
  },
  {
    server: 'pinecone',
    tools: 9,
    o200k: 5679,
    structuralChars: 2385,
    claudeTokens: 9184,
    capturedSha256: 'cc8ffaadb37615f11747b0a1eafd8541cfb2f31064adcd4973860f8f03bab377',
  },
  {
    server: 'postgres-mcp',
    tools: 9,
    o200k: 1178,
    structuralChars: 946,
    claudeTokens: 2381,
    capturedSha256: '9bb1e5d26dd377de9dbfac88ffe77663a1169cddf66c6b1f52f57d3a740b0e54',
  },
  {
    server: 'redis',
    tools: 53,
    o200k: 7489,
    structuralChars: 5430,
    claudeTokens: 13_221,
    capturedSha256: '92a01e079c4436e651586a0fa4117e21204dc481de169763e621253280225570',
  },
  {
    server: 'sentry',
    tools: 9,
    o200k: 6051,
    structuralChars: 2163,
    claudeTokens: 10_463,
    capturedSha256: 'b56928d7394324ec80ddda1377e382b535fd3abc7b488cda6b4a52e4a01b410b',
  },
  {
    server: 'serena',
    tools: 29,
    o200k: 6550,
    structuralChars: 4271,
    claudeTokens: 11_494,
    capturedSha256: '7d876a84707e0689df306366dc7c3225ae49762ca045d7604c7c9a2b20dfbc3c',
  },
  {
    server: 'shopify-dev',
    tools: 5,
    o200k: 5584,
    structuralChars: 1419,
    claudeTokens: 9805,
    capturedSha256: '6c863ee06d8d4d8fb2ade2e07673c087b75cc1482b3e521e9c9375151860c659',
  },
  {
    server: 'xcodebuildmcp',
    tools: 24,
    o200k: 2676,
    structuralChars: 2285,
    claudeTokens: 5335,
    capturedSha256: 'f467743f38a30d15da18709c500aa4e22186a755f0e3d2c97966ccd343978a5d',
  },
];
