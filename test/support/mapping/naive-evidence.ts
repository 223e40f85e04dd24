import type { EvidenceGapKind, EvidenceReach, IacSystem, StateSourceKind } from '../../../domain/values.ts';

/** A model of the evidence of accounts in plain TypeScript, with ages in hours before now instead of times. */
export interface EvidenceAccount {
  readonly id: string;
  readonly number: string;
  readonly environment?: string | undefined;
  readonly codeComplete?: boolean;
  /** What the last computation stored. */
  readonly wasComplete?: boolean;
}
export interface EvidenceProject {
  readonly id: string;
  readonly system: IacSystem;
  readonly kind: 'root' | 'module' | 'stack' | 'example';
  readonly status: 'active' | 'disabled' | 'missing';
  readonly withoutAws: boolean;
  /** Ids of accounts that a person named. */
  readonly named: readonly string[];
  /** Account numbers of the provider configurations. */
  readonly providers: readonly string[] | undefined;
  readonly environment: string | undefined;
  /** Why the code does not determine the states; `too_many_backends`: it determines some of them. */
  readonly stateReason: string | undefined;
  /** How many of its backends the code determines. */
  readonly backends: number;
  readonly hasUnlistedStates: boolean;
}
export interface EvidenceSource {
  readonly id: string;
  readonly projects: readonly string[];
  /** Which of the backends of its projects has the state. */
  readonly variant: string;
  readonly origin: 'manual' | 'detected';
  readonly workspace: string | undefined;
  readonly disabled: boolean;
  readonly successAge: number | undefined;
  readonly missingAge: number | undefined;
  /** The first attempt has not ended, and the source was changed within 5 minutes. */
  readonly isNew: boolean;
  readonly keyIsMissing: boolean;
  readonly withoutAws: boolean;
  /** Account numbers of its entries. */
  readonly entryAccounts: readonly string[];
  /** Of a pushed state: hours after which it is overdue. */
  readonly maximumAge: number | undefined;
  /** Of a pushed state: ids of the accounts that the pipeline named. */
  readonly named: readonly string[] | undefined;
  readonly kind: StateSourceKind;
  readonly lineage: string | undefined;
  readonly serial: number;
}
export interface EvidenceRepository {
  readonly id: string;
  readonly status: 'pending' | 'active' | 'error' | 'removed';
  readonly selectedAge: number;
  readonly scannedAge: number | undefined;
}
export interface EvidenceWorld {
  readonly accounts: readonly EvidenceAccount[];
  readonly projects: readonly EvidenceProject[];
  readonly sources: readonly EvidenceSource[];
  readonly repositories: readonly EvidenceRepository[];
}

export interface NaiveGap {
  readonly kind: EvidenceGapKind;
  readonly id: string;
  readonly reach: EvidenceReach;
  /** Sorted ids; undefined: all. */
  readonly accounts: readonly string[] | undefined;
}

type Reach = Pick<NaiveGap, 'reach' | 'accounts'>;

/** Returns what is unread, and for each account id whether its evidence is complete. */
export function judgeNaively(world: EvidenceWorld): {
  readonly gaps: readonly NaiveGap[];
  readonly complete: ReadonlyMap<string, boolean>;
} {
  const { accounts, projects, sources, repositories } = world;
  const enabled = sources.filter((source) => !source.disabled && canManage(world, source));
  const unread = enabled.filter((source) => !isRead(source));
  const gapOf = (source: EvidenceSource): NaiveGap => ({
    kind: wasRead(source) ? 'state_overdue' : 'state_unread',
    id: source.id,
    ...reachOfSource(world, source),
  });
  const isNew = new Set(unread.filter((source) => source.isNew).map(({ id }) => id));
  const gaps: NaiveGap[] = [
    ...unread.map(gapOf),
    ...projects
      .filter((project) => isRoot(project) && !hasState(world, project))
      .map((project): NaiveGap => ({
        kind: 'project_without_state',
        id: project.id,
        ...(stepsOf(world, project).find((step) => step !== undefined) ?? all),
      })),
    ...repositories
      .filter(
        ({ status, selectedAge, scannedAge }) =>
          status !== 'removed' && (scannedAge === undefined || scannedAge > selectedAge) && selectedAge >= 1,
      )
      .map(({ id }): NaiveGap => ({ kind: 'repository_unscanned', id, ...all })),
  ];
  const complete = accounts.map((account): readonly [string, boolean] => {
    const reaches = ({ accounts: reached }: Reach) => reached === undefined || reached.includes(account.id);
    const holding = gaps.filter(
      (gap) => reaches(gap) && (account.codeComplete !== true || gap.reach === 'known'),
    );
    const hasSource =
      account.codeComplete === true ||
      enabled.some((source) => isRead(source) && reaches(reachOfSource(world, source)));
    const onlyNew = holding.every(({ id }) => isNew.has(id));
    return [account.id, hasSource && (holding.length === 0 || (onlyNew && account.wasComplete === true))];
  });
  return { gaps, complete: new Map(complete) };
}

const all: Reach = { reach: 'all', accounts: undefined };

function wasRead({ successAge, missingAge }: EvidenceSource): boolean {
  return successAge !== undefined && (missingAge === undefined || missingAge < 24);
}

function isRead(source: EvidenceSource): boolean {
  return wasRead(source) && (source.successAge ?? 0) <= (source.maximumAge ?? 24);
}

function isRoot({ status, kind, system, withoutAws }: EvidenceProject): boolean {
  return (
    status === 'active' &&
    !withoutAws &&
    (kind === 'root' || kind === 'stack') &&
    ['terraform', 'opentofu', 'terragrunt', 'pulumi'].includes(system)
  );
}

function hasState({ sources }: EvidenceWorld, project: EvidenceProject): boolean {
  const { id, stateReason, backends, hasUnlistedStates } = project;
  if (stateReason === 'too_many_backends' || hasUnlistedStates) return false;
  const isPartial = stateReason === 'backend_unresolved' && backends > 0;
  return sources.some(
    (source) =>
      source.projects.includes(id) &&
      (!source.disabled || wasRead(source)) &&
      !(isPartial && source.origin === 'detected' && source.kind === 's3'),
  );
}

function projectsOf({ projects }: EvidenceWorld, source: EvidenceSource): readonly EvidenceProject[] {
  return projects.filter(({ id }) => source.projects.includes(id));
}

function canManage(world: EvidenceWorld, source: EvidenceSource): boolean {
  if (source.withoutAws || isSuperseded(world, source)) return false;
  const projects = projectsOf(world, source);
  const isEmpty = source.entryAccounts.length === 0;
  if (isEmpty && projects.length > 0 && projects.every(({ withoutAws }) => withoutAws)) return false;
  const isDefault = source.origin === 'detected' && (source.workspace ?? 'default') === 'default';
  const hasReadSibling = world.sources.some(
    (other) =>
      !other.disabled &&
      wasRead(other) &&
      other.variant === source.variant &&
      other.projects.some((id) => source.projects.includes(id)),
  );
  return !(isDefault && isEmpty && source.successAge === undefined && source.keyIsMissing && hasReadSibling);
}

/** Whether a source of the same project, workspace and lineage has a higher serial, or the same one and was read later. */
function isSuperseded({ sources }: EvidenceWorld, source: EvidenceSource): boolean {
  const isKnown = ({ disabled, successAge, missingAge, lineage }: EvidenceSource) =>
    !disabled && successAge !== undefined && missingAge === undefined && lineage !== undefined;
  const workspaceOf = ({ workspace }: EvidenceSource) => workspace ?? 'default';
  if (!isKnown(source)) return false;
  return sources.some(
    (other) =>
      isKnown(other) &&
      other.lineage === source.lineage &&
      other.projects.some((id) => source.projects.includes(id)) &&
      (workspaceOf(other) === workspaceOf(source) || [other.kind, source.kind].includes('hcp_terraform')) &&
      isNewer(other, source),
  );
}

function isNewer(one: EvidenceSource, other: EvidenceSource): boolean {
  if (one.serial !== other.serial) return one.serial > other.serial;
  if (one.successAge !== other.successAge) return (one.successAge ?? 0) < (other.successAge ?? 0);
  return one.id < other.id;
}

/** What a person named, the providers, and the environment. */
function stepsOf(
  { accounts }: EvidenceWorld,
  { named, providers, environment }: EvidenceProject,
): readonly (Reach | undefined)[] {
  const known = (ids: readonly string[]): Reach => ({ reach: 'known', accounts: ids.toSorted() });
  const ofEnvironment = accounts.filter(
    (account) => environment !== undefined && account.environment === environment,
  );
  return [
    named.length === 0 ? undefined : known(named),
    providers === undefined ? undefined : known(idsOf(accounts, providers)),
    ofEnvironment.length === 0
      ? undefined
      : { ...known(ofEnvironment.map(({ id }) => id)), reach: 'environment' },
  ];
}

function reachOfSource(world: EvidenceWorld, source: EvidenceSource): Reach {
  const ofPush = source.named;
  const steps = projectsOf(world, source).map((project) => stepsOf(world, project));
  const common = (index: number): Reach | undefined => {
    const found = steps.flatMap((ofProject) => ofProject[index] ?? []);
    if (found.length === 0 || found.length < steps.length) return undefined;
    const accounts = [...new Set(found.flatMap((reach) => reach.accounts ?? []))].toSorted();
    return { reach: found[0]?.reach ?? 'all', accounts };
  };
  const ofEntries: Reach | undefined =
    source.entryAccounts.length === 0
      ? undefined
      : { reach: 'known', accounts: idsOf(world.accounts, source.entryAccounts) };
  if (ofPush !== undefined) {
    const ofProjects = projectsOf(world, source).flatMap((project) => project.named);
    return { reach: 'known', accounts: [...new Set([...ofPush, ...ofProjects])].toSorted() };
  }
  return common(0) ?? ofEntries ?? common(1) ?? common(2) ?? all;
}

function idsOf(accounts: readonly EvidenceAccount[], numbers: readonly string[]): readonly string[] {
  return accounts.flatMap(({ id, number }) => (numbers.includes(number) ? [id] : [])).toSorted();
}
