import type { PartSize } from '../model/measurement.ts';
import { partIds, type PartId } from '../tokens/parts.ts';
import type { MarkedText } from './view-text.ts';

export type PartSizes = Readonly<Record<string, PartSize>>;

/** Who owns a text's tokens. `framing` and the shares of the tools add up to the text's tokens, and so do the parts. */
export interface Attribution {
  readonly framing: number;
  readonly parts: PartSizes;
  /** In list order: one entry a tool, parts that occur. */
  readonly tools: readonly { readonly share: number; readonly parts: PartSizes }[];
}

type Tally = Map<PartId, { bytes: number; share: number }>;

/**
 * Give each token to the owner of its first character; of a token that starts inside a character, of that one.
 * `lengths` are the tokens' lengths in UTF-16 units. Parts counted alone would miss up to a third of a list
 * (tokens.md, section 4), hence one text, encoded once.
 */
export function attributeTokens(marked: MarkedText, lengths: Uint32Array, toolCount: number): Attribution {
  const shares = countBySpan(marked, lengths);
  const bytes = measureSpans(marked);
  const total: Tally = new Map();
  const byTool = Array.from({ length: toolCount }, (): Tally => new Map());
  let framing = 0;
  for (const [index, { owner }] of marked.spans.entries()) {
    const size = { bytes: bytes[index] ?? 0, share: shares[index] ?? 0 };
    if (owner === 'framing') framing += size.share;
    else {
      addSize(total, owner.part, size);
      const tally = byTool[owner.tool];
      if (tally !== undefined) addSize(tally, owner.part, size);
    }
  }
  return {
    framing,
    parts: listParts(total),
    tools: byTool.map((tally) => ({
      share: [...tally.values()].reduce((sum, { share }) => sum + share, 0),
      parts: listParts(tally),
    })),
  };
}

function countBySpan({ spans }: MarkedText, lengths: Uint32Array): Uint32Array {
  const counts = new Uint32Array(spans.length);
  let span = 0;
  let offset = 0;
  for (const length of lengths) {
    while ((spans[span + 1]?.start ?? Infinity) <= offset) span += 1;
    counts[span] = (counts[span] ?? 0) + 1;
    offset += length;
  }
  return counts;
}

function measureSpans({ text, spans }: MarkedText): readonly number[] {
  const isAscii = Buffer.byteLength(text) === text.length;
  return spans.map(({ start }, index) => {
    const end = spans[index + 1]?.start ?? text.length;
    return isAscii ? end - start : Buffer.byteLength(text.slice(start, end));
  });
}

function addSize(tally: Tally, part: PartId, { bytes, share }: PartSize): void {
  const size = tally.get(part) ?? { bytes: 0, share: 0 };
  tally.set(part, { bytes: size.bytes + bytes, share: size.share + share });
}

function listParts(tally: Tally): PartSizes {
  return Object.fromEntries(
    partIds.flatMap((part) => {
      const size = tally.get(part);
      return size === undefined ? [] : [[part, size]];
    }),
  );
}
