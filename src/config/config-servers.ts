/** A server of a config as the lists it gives: its base list, where one is needed, and its toolsets. */
import type { ActivationCall, Selection, ToolsetGate } from '../model/plan.ts';
import { limitsList, listBudget, type Declared, type Placed } from './config-budgets.ts';
import { isLaunched, resolveLaunch, type LaunchContext } from './config-launches.ts';
import type { BudgetEntry, ServerEntry, ToolsetEntry } from './config-schema.ts';
import { secretsInArguments } from './secrets.ts';

export interface ServerContext extends Pick<LaunchContext, 'env' | 'isOffline' | 'folder'> {
  readonly declared: Declared;
  /** Name of the server, label included. */
  readonly name: string;
}

interface List {
  readonly name: string;
  /** Absent: the server's own list, which no toolset stands for. */
  readonly toolset: Placed<ToolsetEntry> | undefined;
}

interface Resolved<Value> {
  readonly value: Value;
  readonly secrets: readonly string[];
}

/** Resolve a server into its lists, the base list before its toolsets. */
export function resolveServer(
  server: Placed<ServerEntry>,
  context: ServerContext,
): Resolved<readonly ToolsetGate[]> {
  const toolsets = Object.entries(server.entry.toolsets ?? {}).map(([name, entry]) => ({
    name,
    toolset: { entry, path: [...server.path, 'toolsets', name] },
  }));
  const standIn = toolsets.find(({ toolset }) => isPlain(toolset.entry))?.name;
  const byDefault = toolsets.find(({ toolset }) => toolset.entry.default === true)?.name;
  const base = standIn ?? (toolsets.some(({ name }) => name === 'default') ? '(base)' : 'default');
  const hasBaseOfItsOwn =
    standIn === undefined && needsBase(server.entry, context.declared.config.budget, byDefault);
  const lists: readonly List[] = hasBaseOfItsOwn
    ? [{ name: base, toolset: undefined }, ...toolsets]
    : toolsets;
  const gates = lists.map((list) =>
    resolveList(list, server, { ...context, base, inTotal: byDefault ?? base }),
  );
  return { value: gates.map(({ value }) => value), secrets: gates.flatMap(({ secrets }) => secrets) };
}

function resolveList(
  { name, toolset }: List,
  server: Placed<ServerEntry>,
  context: ServerContext & { readonly base: string; readonly inTotal: string },
): Resolved<ToolsetGate> {
  const { entry, path } = toolset ?? { entry: {}, path: server.path };
  const { launch, secrets } = resolveLaunch(server.entry, entry, {
    ...context,
    path: server.path,
    toolsetPath: path,
  });
  const activate = activationOf(entry);
  const selection = selectionOf(entry);
  return {
    value: {
      server: context.name,
      toolset: name,
      launch,
      activate,
      ...(selection === undefined ? {} : { selection }),
      snapshotOf: isLaunched(entry) || activate.length > 0 ? name : context.base,
      budget: listBudget(context.declared, server, { toolset, isBase: name === context.base }),
      isInTotal: name === context.inTotal,
      isDynamicAllowed: server.entry.allowDynamic === true,
      isDisabled: server.entry.disabled === true,
      source: context.declared.sourceOf(path),
    },
    secrets: [...secrets, ...activate.flatMap((call) => secretsInArguments(call.arguments))],
  };
}

/** A toolset that is just what the server lists: its base list by another name. */
function isPlain(toolset: ToolsetEntry): boolean {
  return !isLaunched(toolset) && toolset.activate === undefined && selectionOf(toolset) === undefined;
}

/** Whether a server's own list is looked at beside its toolsets: to be judged, or to compare with. */
function needsBase(
  { toolsets, budget }: ServerEntry,
  total: BudgetEntry | undefined,
  byDefault: string | undefined,
): boolean {
  const entries = Object.values(toolsets ?? {});
  return (
    entries.length === 0 ||
    entries.some((toolset) => !isLaunched(toolset)) ||
    limitsList(budget) ||
    (limitsList(total) && byDefault === undefined)
  );
}

function activationOf({ activate = [] }: ToolsetEntry): readonly ActivationCall[] {
  return activate.map((call) => ({ tool: call.tool, arguments: call.arguments ?? {} }));
}

function selectionOf({ include, exclude, annotations }: ToolsetEntry): Selection | undefined {
  if (include === undefined && exclude === undefined && annotations === undefined) return undefined;
  return {
    include: include ?? [],
    exclude: exclude ?? [],
    ...(annotations === undefined ? {} : { annotations }),
  };
}
