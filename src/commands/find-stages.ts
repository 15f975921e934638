/** The stages that `find` wires, in one module, so that help and version load none of them. */
import { readText } from '../capture/read-json.ts';
import { EXIT, UsageError, type ExitCode } from '../errors.ts';
import { hostRegistry } from '../hosts/index.ts';
import type { Io } from '../io.ts';
import { findTools } from '../judge/find/find-tools.ts';
import { vendorForms } from '../judge/find/forms/index.ts';
import { readMessage } from '../judge/find/read-message.ts';
import { RECOMMENDED } from '../judge/lint/settings.ts';
import type { FoundPlace, VendorForm, VendorPlace } from '../model/find.ts';
import type { RuleGroup } from '../model/lint.ts';
import type { Finding } from '../model/report.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { findFormats, findReporters } from '../report/find/index.ts';
import { redact } from '../report/redact.ts';
import { writeText } from '../report/render.ts';
import { loadO200k } from '../tokens/o200k.ts';
import type { CommandInput } from './command.ts';
import type { ChosenHosts } from './host-choice.ts';
import { groupLists } from './lint-groups.ts';
import { lintGroup, rulesOf } from './lint-lists.ts';
import { readHosts } from './measure-flags.ts';
import { filterForClient, selectOf } from './measure-stages.ts';
import { choiceOption, textOption, textsOption } from './option-values.ts';
import { readStyle } from './output.ts';
import type { ResolvedTargets } from './resolve-targets.ts';
import type { SelectedSnapshot } from './select-toolsets.ts';

interface Search {
  readonly places: readonly VendorPlace[];
  readonly targets: ResolvedTargets;
  readonly secrets: readonly string[];
}

interface Context {
  readonly input: CommandInput;
  readonly io: Io;
}

/** What the message names. @throws UsageError where it names no tool in a form that is known */
export async function readPlaces(message: string, io: Io): Promise<readonly VendorPlace[]> {
  const text = message === '-' ? await readText('-', 'the error', io.stdin) : message;
  const places = readMessage(text);
  if (places.length > 0) return places;
  throw new UsageError('the message names no tool in a form that is known', {
    hint: `forms: ${Object.values<VendorForm>(vendorForms)
      .map(({ examples: [example] }) => (example?.text ?? '').slice(0, 60))
      .join('\n       ')}`,
  });
}

/** Find what the message means, print it, and tell whether anything was found. */
export async function findIn(
  snapshots: readonly Snapshot[],
  { places, targets, secrets }: Search,
  { input, io }: Context,
): Promise<ExitCode> {
  const lists = filterForClient(selectOf(snapshots, targets.gates), targets.clients).filter(
    ({ isInTotal }) => isInTotal,
  );
  const answered = lists.filter(({ snapshot }) => snapshot.failure === undefined);
  const lint = await createLint(answered, targets, { input, io, secrets });
  const found = places.map((place) => lint(place));
  const notMeasured = lists.flatMap(({ snapshot }) => notMeasuredLine(snapshot));
  const report = {
    places: found,
    searched: answered.reduce((sum, { snapshot }) => sum + snapshot.tools.length, 0),
    notMeasured,
  };
  const reporter = await findReporters[choiceOption(input.options, 'format', findFormats)]();
  await writeText(io.stdout, reporter(redact(report, secrets).value, readStyle(input, io)));
  if (notMeasured.length > 0) return EXIT.notMeasured;
  return found.some(({ tools }) => tools.length > 0) ? EXIT.ok : EXIT.findings;
}

function notMeasuredLine({ server, toolset, status, failure, warnings }: Snapshot): readonly string[] {
  if (failure === undefined && status !== 'partial') return [];
  const reason = failure?.message ?? warnings[0]?.message ?? status;
  return [`not measured: ${toolset === 'default' ? server : `${server}/${toolset}`}: ${reason}`];
}

/** Parts of a definition that a vendor may complain of. */
const GROUPS: ReadonlySet<RuleGroup> = new Set(['names', 'descriptions', 'schemas']);

/** Lint for the hosts of a form, once for all places that are written in it. */
async function createLint(
  lists: readonly SelectedSnapshot[],
  targets: ResolvedTargets,
  { input, io, secrets }: Context & { readonly secrets: readonly string[] },
): Promise<(place: VendorPlace) => FoundPlace> {
  const asked = await readHosts(input, io, targets);
  const { count } = await loadO200k();
  const known = new Map<string, readonly Finding[]>();
  const registry =
    asked?.registry ?? hostRegistry(targets.configs.flatMap(({ hostProfiles }) => hostProfiles));
  const isAsked = textsOption(input.options, 'host').length > 0;
  return (place) => {
    const form: VendorForm = vendorForms[place.form as keyof typeof vendorForms];
    const ofForm = form.hosts.flatMap((id) => registry.get(id) ?? []);
    const hosts: ChosenHosts = { registry, profiles: isAsked ? (asked?.profiles ?? []) : ofForm };
    const findings = known.get(form.id) ?? findingsFor(hosts);
    known.set(form.id, findings);
    const ownTools = [
      ...new Set(ofForm.flatMap(({ tools: { reserve = 0 } }) => (reserve > 0 ? [reserve] : []))),
    ];
    const searched = { findings, ownTools, lists: lists.map(({ snapshot }) => snapshot) };
    return findTools(place, form, searched);
  };

  function findingsFor(hosts: ChosenHosts): readonly Finding[] {
    const groups = groupLists(lists, {
      targets,
      hosts,
      isHostAsked: true,
      name: textOption(input.options, 'name'),
      secrets,
      baselineOf: () => ({ baseline: undefined }),
      isPart: false,
    });
    return groups.flatMap((group) => {
      // What was suppressed or turned off is what a host complains of now.
      const settings = { ...RECOMMENDED, pluginRules: group.settings.pluginRules };
      const rules = rulesOf(settings).filter(({ group }) => GROUPS.has(group));
      const ids = [...rules.map(({ id }) => id), 'tool-count'];
      return lintGroup({ ...group, settings, isWhole: false }, count, ids).findings;
    });
  }
}
