import {
  collectedResourceTypes,
  mappedResourceTypes,
} from '../../../domain/mapping/mapped-resource-types.ts';
import type { ManagementState, MappingCorrectionAction, ResourceOrigin } from '../../../domain/values.ts';
import { judgeNaively } from './naive-evidence.ts';

/** A model of mapping in plain TypeScript, with ages in hours before now instead of times. */
export interface NaiveAccount {
  readonly id: string;
  readonly number: string;
  connected: boolean;
}
export interface NaiveResource {
  readonly id: string;
  readonly account: string;
  readonly region: string;
  readonly type: string;
  readonly nativeId: string;
  readonly arn: string | undefined;
  status: 'active' | 'deleted' | 'unobserved';
  origin: ResourceOrigin | undefined;
  /** The state that a deleted resource had. */
  kept: ManagementState;
}
export interface NaiveCell {
  readonly account: string;
  readonly region: string;
  readonly type: string;
  outcome: 'complete' | 'denied';
  /** The scan began one hour before it completed. */
  completedAge: number;
}
export interface NaiveSource {
  readonly id: string;
  readonly account: string | undefined;
  readonly project: string | undefined;
  disabled: boolean;
  createdAge: number;
  successAge: number | undefined;
  missingAge: number | undefined;
  modifiedAge: number;
}
export interface NaiveCandidate {
  readonly method: 'arn' | 'id';
  readonly confidence: 'high' | 'medium';
  readonly resourceType?: string;
  readonly arn?: string;
  readonly nativeId?: string;
  readonly awsAccountNumber?: string;
  readonly region?: string;
}
export interface NaiveEntry {
  readonly source: string;
  readonly address: string;
  readonly deposed: boolean;
  readonly role: 'resource' | 'association' | 'part' | 'unlisted';
  readonly type: string | undefined;
  readonly accountNumber: string | undefined;
  readonly region: string | undefined;
  readonly candidates: readonly NaiveCandidate[];
}
export interface NaiveCorrection {
  readonly resource: string;
  readonly action: MappingCorrectionAction;
  readonly address: string | undefined;
  readonly project: string | undefined;
}
export interface NaiveWorld {
  readonly accounts: readonly NaiveAccount[];
  readonly resources: readonly NaiveResource[];
  readonly cells: readonly NaiveCell[];
  readonly sources: readonly NaiveSource[];
  entries: readonly NaiveEntry[];
  corrections: readonly NaiveCorrection[];
}

/** The scan interval of the accounts, in hours. */
export const scanIntervalHours = 24;

export interface NaiveMatch {
  readonly resource: string | undefined;
  readonly method: string | undefined;
  readonly class: string;
}

/** Matches an entry: the first candidate that exactly one active resource meets. */
export function matchNaively(world: NaiveWorld, entry: NaiveEntry): NaiveMatch {
  let isUncertain = false;
  for (const candidate of entry.candidates) {
    const met = world.resources.filter(
      (resource) => resource.status !== 'deleted' && meets(world, resource, candidate),
    );
    const active = met.filter(({ status }) => status === 'active');
    if (active.length === 1 && active[0] !== undefined)
      return { resource: active[0].id, method: candidate.method, class: 'matched' };
    if (met.length > 0) isUncertain = true;
  }
  const unmatched = (className: string): NaiveMatch => ({
    resource: undefined,
    method: undefined,
    class: className,
  });
  if (entry.role === 'association' || entry.role === 'part') return unmatched('association');
  if (entry.role === 'unlisted' || entry.type === undefined) return unmatched('unsupported');
  if (!collectedResourceTypes.includes(entry.type)) return unmatched('unsupported');
  const account = world.accounts.find(({ number }) => number === entry.accountNumber);
  if (account === undefined) return unmatched('unlinked');
  const region = entry.candidates.find((candidate) => candidate.region !== undefined)?.region ?? entry.region;
  const cellIn = (name: string | undefined) =>
    world.cells.find(
      (cell) => cell.account === account.id && cell.region === name && cell.type === entry.type,
    );
  const cell = cellIn(region) ?? cellIn('global');
  const source = sourceOf(world, entry);
  const isProven =
    account.connected &&
    !isUncertain &&
    entry.candidates.length > 0 &&
    cell?.outcome === 'complete' &&
    cell.completedAge <= 2 * scanIntervalHours &&
    cell.completedAge + 1 < source.modifiedAge &&
    source.successAge !== undefined &&
    !isOverdue(source);
  return unmatched(isProven ? 'missing' : 'unscanned');
}

function meets({ accounts }: NaiveWorld, resource: NaiveResource, candidate: NaiveCandidate): boolean {
  const number = accounts.find(({ id }) => id === resource.account)?.number;
  if (candidate.arn !== undefined) {
    const inArn = candidate.arn.split(':')[4] ?? '';
    return (
      resource.arn === candidate.arn &&
      (inArn === '' || inArn === number) &&
      (candidate.resourceType === undefined
        ? !mappedResourceTypes.includes(resource.type)
        : resource.type === candidate.resourceType)
    );
  }
  return (
    resource.type === candidate.resourceType &&
    resource.nativeId === candidate.nativeId &&
    (candidate.awsAccountNumber === undefined || candidate.awsAccountNumber === number) &&
    (candidate.region === undefined || candidate.region === resource.region)
  );
}

/** Computes the management state of a resource: the first rule of the specification of mapping that holds. */
export function stateNaively(world: NaiveWorld, resource: NaiveResource): ManagementState {
  if (resource.status === 'deleted') return resource.kept;
  if (resource.status === 'unobserved') return 'unknown';
  const corrections = world.corrections.filter((correction) => correction.resource === resource.id);
  if (corrections.some(({ action }) => action === 'ignore')) return 'ignored';
  if (corrections.some(({ action }) => action === 'link')) return 'managed';
  if (resource.origin === 'part') return 'child';
  const isClaimed = world.entries.some(
    (entry) =>
      countsNaively(sourceOf(world, entry)) &&
      matchNaively(world, entry).resource === resource.id &&
      !corrections.some((correction) => voids(world, correction, entry)),
  );
  if (isClaimed) return 'managed';
  if (resource.origin === 'stack') return 'child';
  if (resource.origin !== undefined) return resource.origin;
  if (!mappedResourceTypes.includes(resource.type)) return 'unknown';
  const isClaimedByOther = world.entries.some(
    (entry) =>
      matchNaively(world, entry).resource === resource.id &&
      !corrections.some((correction) => voids(world, correction, entry)),
  );
  if (isClaimedByOther) return 'unknown';
  return isComplete(world, resource.account) ? 'unmanaged' : 'unknown';
}

function voids(world: NaiveWorld, correction: NaiveCorrection, entry: NaiveEntry): boolean {
  return (
    correction.action === 'unlink' &&
    (correction.address === undefined || correction.address === entry.address) &&
    (correction.project === undefined || correction.project === sourceOf(world, entry).project)
  );
}

function isComplete(world: NaiveWorld, account: string): boolean {
  const sources = world.sources.map((source) => ({
    id: source.id,
    kind: 's3' as const,
    projects: [],
    variant: '',
    maximumAge: undefined,
    named: undefined,
    lineage: undefined,
    serial: 1,
    origin: 'manual' as const,
    workspace: undefined,
    disabled: source.disabled,
    successAge: source.successAge,
    missingAge: source.missingAge,
    isNew: false,
    keyIsMissing: false,
    withoutAws: false,
    entryAccounts: [
      ...new Set(
        world.entries.flatMap((entry) => (entry.source === source.id ? accountsOf(world, entry) : [])),
      ),
    ],
  }));
  const { complete } = judgeNaively({ accounts: world.accounts, projects: [], sources, repositories: [] });
  return complete.get(account) ?? false;
}

function accountsOf(world: NaiveWorld, entry: NaiveEntry): readonly string[] {
  const { resource } = matchNaively(world, entry);
  const holder = world.resources.find(({ id }) => id === resource)?.account;
  const number = world.accounts.find(({ id }) => id === holder)?.number;
  return [entry.accountNumber, number].filter((found) => found !== undefined);
}

function isOverdue({ successAge }: NaiveSource): boolean {
  return successAge !== undefined && successAge > 24;
}

/** Whether the entries of a source count. */
export function countsNaively({ disabled, missingAge }: NaiveSource): boolean {
  return !disabled && (missingAge === undefined || missingAge < 24);
}

function sourceOf({ sources }: NaiveWorld, { source }: NaiveEntry): NaiveSource {
  const found = sources.find(({ id }) => id === source);
  if (found === undefined) throw new Error(`no source ${source}`);
  return found;
}
