/** Keywords of a tool's schema that hosts refuse or drop. */
import type { HostKeyword, HostProfile, HostVerdict } from '../../model/host.ts';
import type { LintContext, LintTool, Path, Place } from '../../model/lint.ts';
import { hostSeverity } from '../../hosts/severity.ts';
import { COMBINATORS, inputNodes } from './schema-nodes.ts';
import { worse } from './levels.ts';
import { applyPatch, toPointer } from './patch.ts';
import { genericText } from './subject.ts';
import { andMore, listQuoted, nameSchema } from './words.ts';

/** Where each keyword of a tool's schema stands. */
export type KeywordPlaces = ReadonlyMap<
  string,
  { readonly root: readonly Path[]; readonly below: readonly Path[] }
>;

/** Keywords of which other rules tell. */
const ELSEWHERE: ReadonlySet<string> = new Set(['$schema', '$ref', 'enum', 'type']);
const ROOT_ELSEWHERE: ReadonlySet<string> = new Set(COMBINATORS);

/** Collect them once for all hosts. */
export function collectKeywords(tool: LintTool): KeywordPlaces {
  const found = new Map<string, { readonly root: Path[]; readonly below: Path[] }>();
  for (const node of inputNodes(tool)) {
    const isRoot = node.parent === undefined;
    for (const keyword of Object.keys(node.value)) {
      if (ELSEWHERE.has(keyword) || (isRoot && ROOT_ELSEWHERE.has(keyword))) continue;
      const places = found.get(keyword) ?? { root: [], below: [] };
      found.set(keyword, places);
      places[isRoot ? 'root' : 'below'].push(node.at(keyword));
    }
  }
  return found;
}

export interface KeywordsFound {
  readonly keywords: readonly string[];
  readonly places: readonly Path[];
  readonly verdicts: readonly HostVerdict[];
}

/** Hold keywords against what each host refuses, or what it drops. */
export function keywordsIn(
  hosts: readonly HostProfile[],
  found: KeywordPlaces,
  listOf: (host: HostProfile) => readonly HostKeyword[] | undefined,
): KeywordsFound | undefined {
  const hit = new Map<string, Set<Path>>();
  const verdicts = hosts.flatMap((host): readonly HostVerdict[] => {
    const hits = (listOf(host) ?? []).flatMap((one) => hitsOf(one, found));
    for (const { keyword, places } of hits) {
      const known = hit.get(keyword) ?? new Set();
      hit.set(keyword, known);
      for (const place of places) known.add(place);
    }
    const gravest = hits.reduce<HostKeyword | undefined>(
      (before, { row }) => (before === undefined || isGraver(row, before) ? row : before),
      undefined,
    );
    if (gravest === undefined) return [];
    const { action, confidence } = gravest;
    return [
      { id: host.id, action, confidence, note: listQuoted([...new Set(hits.map((one) => one.keyword))]) },
    ];
  });
  if (verdicts.length === 0) return undefined;
  const keywords = [...found.keys()].filter((keyword) => hit.has(keyword));
  return { keywords, places: keywords.flatMap((keyword) => [...(hit.get(keyword) ?? [])]), verdicts };
}

interface Hit {
  readonly keyword: string;
  readonly row: HostKeyword;
  readonly places: readonly Path[];
}

function hitsOf(row: HostKeyword, found: KeywordPlaces): readonly Hit[] {
  const names = row.keyword === '*' ? [...found.keys()] : [row.keyword];
  return names.flatMap((keyword) => {
    const at = found.get(keyword);
    if (at === undefined || row.except?.includes(keyword) === true) return [];
    const places = row.at === 'root' ? at.root : [...at.root, ...at.below];
    return places.length === 0 ? [] : [{ keyword, row, places }];
  });
}

function isGraver(a: HostKeyword, b: HostKeyword): boolean {
  const [one, other] = [hostSeverity(a.action, a.confidence), hostSeverity(b.action, b.confidence)];
  return one !== other && worse(one, other) === one;
}

/** Tell of them, with what they cost. */
export function keywordPlace(
  reason: string,
  { keywords, places, verdicts }: KeywordsFound,
  { tool, context }: { readonly tool: LintTool; readonly context: LintContext },
): Place {
  const what = `the ${keywords.length === 1 ? 'keyword' : 'keywords'} ${listQuoted(keywords)}${firstAt(places)}`;
  // Nothing to apply: some of them are what the schema consists of. The innermost first, as one may hold another.
  const removal = places
    .toSorted((a, b) => b.length - a.length)
    .map((path) => ({ op: 'remove' as const, path: toPointer(path) }));
  const tokensSaved = tool.tokens - context.countTokens(genericText(applyPatch(tool.raw, removal)));
  return { reason, at: places[0] ?? [], places, what, hosts: verdicts, tokensSaved };
}

/** Where the first keyword of some stands: ` at …` its schema. */
export function firstAt(places: readonly Path[]): string {
  const schema = (places[0] ?? []).slice(0, -1);
  return `${places.length > 1 ? ', first' : ''} at ${nameSchema(schema)}${andMore(places)}`;
}
