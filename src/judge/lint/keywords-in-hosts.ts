/** Keywords of a tool's schema that hosts refuse or drop. */
import type { HostKeyword, HostProfile, HostVerdict } from '../../model/host.ts';
import type { LintTool, Path } from '../../model/lint.ts';
import { hostSeverity } from '../../hosts/severity.ts';
import { COMBINATORS, inputNodes } from './schema-nodes.ts';
import { worse } from './levels.ts';

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
    return [{ id: host.id, action, confidence, note: hits.map(({ keyword }) => keyword).join(', ') }];
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
