import { malformedAddressesText } from '../../domain/mapping/malformed-addresses-text.ts';
import { stateRulesVersion } from '../../domain/mapping/state-rules-version.ts';
import { locateEntries } from '../../domain/mapping/locate-entries.ts';
import type { ParsedState } from '../../domain/mapping/state-entry.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { requestAccountMatches } from '../../commands/mapping/request-account-matches.ts';
import { requestQueuedInference } from '../../commands/ownership/request-inference.ts';
import { listReachedAccounts } from '../../db/mapping/match/account-matches.ts';
import { listProjectsOfSourceToLocate, recordEntryChange } from '../../db/mapping/projects/code-changes.ts';
import { providerBlocksOfSource } from '../../db/mapping/projects/provider-blocks.ts';
import { takeReleasedResources } from '../../db/mapping/states/pushed-source-store.ts';
import { replaceStateEntries } from '../../db/mapping/states/state-entry-store.ts';
import {
  beginStateSync,
  gainsEvidence,
  lockForSyncResult,
  markStateReading,
  recordStateFailure,
  recordStateRead,
  recordStateUnchanged,
} from '../../db/mapping/states/state-sync-store.ts';
import type { StateSyncAttempt, SyncedState } from '../../db/mapping/states/state-sync-store.ts';
import type { StateSource } from '../../db/mapping/states/state-source.ts';
import type { Tenant } from '../../db/tenant.ts';
import { replaceEntryAttributes } from '../../db/drift/entry-attribute-store.ts';
import type { Dependencies } from '../dependencies.ts';
import { compareDrift } from '../drift/compare-drift.ts';
import { toEntryAttributes } from '../../commands/mapping/to-entry-attributes.ts';
import { findStateCaller } from './find-state-caller.ts';
import { locateProject } from './locate-project.ts';
import type { StateObjectRead } from './read-state-object.ts';
import { readHcpState } from './read-hcp-state.ts';
import { readState } from './read-state.ts';
import { matchSource } from '../../db/mapping/match/match-entries.ts';
import { StateSyncError } from './state-sync-error.ts';
import { toStoredEntries } from '../../commands/mapping/to-stored-entry.ts';

/** How an attempt ended. */
export interface StateSyncResult {
  /**
   * `superseded`: the source was changed in the meantime, and nothing was stored. `unreachable`: a retry may succeed.
   */
  readonly outcome: 'done' | 'failed' | 'superseded' | 'unreachable';
  /** `<code>: <sentence>` of a failed attempt. */
  readonly error?: string;
}

type SyncDependencies = Pick<
  Dependencies,
  | 'configuration'
  | 'database'
  | 'documents'
  | 'encryption'
  | 'hcpTerraform'
  | 'logger'
  | 'roles'
  | 'secretHashKeys'
  | 'temporal'
>;

/**
 * Reads the state of the source `subjectId` and stores its entries and their matches in one transaction. An object with the
 * ETag of the last sync, and a state version of HCP Terraform that was read, is not parsed. Of a pushed state, the entries are
 * stored already: they are matched. A failure stores its reason and keeps the entries.
 *
 * @param canRetry whether the workflow repeats an attempt that could not reach S3; such a failure is not stored
 */
export async function syncStateObject(
  dependencies: SyncDependencies,
  input: RunInput,
  canRetry: boolean,
  signal: AbortSignal,
): Promise<StateSyncResult> {
  const { database } = dependencies;
  const { organizationId, subjectId, runId } = input;
  const inTenant = <T>(work: (tenant: Tenant) => Promise<T>) => database.withTenant(organizationId, work);
  const attempt = await inTenant((tenant) => beginStateSync(tenant, subjectId, runId));
  if (attempt === undefined) return { outcome: 'done' };
  try {
    const stored = await readAndStore(dependencies, input, attempt, signal);
    await inTenant((tenant) => requestQueuedInference(tenant, dependencies));
    if (stored) await locateProjectsOfSource(dependencies, organizationId, attempt.source.id, signal);
    if (stored) await compareDrift(dependencies, organizationId, { stateSourceId: attempt.source.id });
    return { outcome: stored ? 'done' : 'superseded' };
  } catch (error) {
    if (!(error instanceof StateSyncError)) throw error;
    if (error.code === 'unreachable' && canRetry) return { outcome: 'unreachable' };
    return inTenant((tenant) => storeFailure(tenant, dependencies, attempt, error));
  }
}

/** Returns false when the attempt lost its token. @throws StateSyncError. */
async function readAndStore(
  dependencies: SyncDependencies,
  input: RunInput,
  attempt: StateSyncAttempt,
  signal: AbortSignal,
): Promise<boolean> {
  const { database } = dependencies;
  const { organizationId } = input;
  if (attempt.source.kind === 'pushed')
    return database.withTenant(organizationId, (tenant) => matchPushed(tenant, dependencies, attempt));
  const object = await readObject(dependencies, input, attempt, signal);
  return object.status === 'unchanged'
    ? database.withTenant(organizationId, (tenant) => storeUnchanged(tenant, dependencies, attempt))
    : storeState(dependencies, organizationId, attempt, object, signal);
}

/** Matches the entries that a push stored. Returns false when the attempt lost its token. */
async function matchPushed(
  tenant: Tenant,
  launcher: SyncDependencies,
  attempt: StateSyncAttempt,
): Promise<boolean> {
  const source = await lockForSyncResult(tenant, attempt);
  if (source === undefined) return false;
  await matchSource(tenant, source.id, await takeReleasedResources(tenant, source.id));
  await matchReachedAccounts(tenant, launcher, source);
  return true;
}

type ReadObject = Extract<StateObjectRead<ParsedState>, { readonly status: 'read' }>;

async function readObject(
  dependencies: SyncDependencies,
  { organizationId, runId }: RunInput,
  attempt: StateSyncAttempt,
  signal: AbortSignal,
): Promise<StateObjectRead<ParsedState>> {
  const { source } = attempt;
  const isCurrent = source.rulesVersion === stateRulesVersion;
  const common = {
    organizationId,
    ...(isCurrent && source.etag !== undefined ? { knownEtag: source.etag } : {}),
    onChanged: () =>
      dependencies.database.withTenant(organizationId, (tenant) => markStateReading(tenant, attempt, runId)),
    signal,
  };
  const { bucket, key = '' } = source;
  if (bucket === undefined) return readHcpState(dependencies, { ...common, source });
  const reader = await findStateCaller(dependencies, organizationId, {
    bucket,
    awsAccountId: source.awsAccountId,
    region: source.region,
  });
  return readState(dependencies, { ...common, ...reader, bucket, key });
}

/** Returns false when the attempt lost its token. */
async function storeUnchanged(
  tenant: Tenant,
  launcher: SyncDependencies,
  attempt: StateSyncAttempt,
): Promise<boolean> {
  if (!(await recordStateUnchanged(tenant, attempt))) return false;
  if (gainsEvidence(attempt.source)) await matchReachedAccounts(tenant, launcher, attempt.source);
  return true;
}

/** Returns false when the attempt lost its token. @throws StateSyncError `serial_went_back`. */
async function storeState(
  dependencies: SyncDependencies,
  organizationId: string,
  attempt: StateSyncAttempt,
  object: ReadObject,
  signal: AbortSignal,
): Promise<boolean> {
  const state = object.result;
  const blocks = await dependencies.database.withTenant(organizationId, (tenant) =>
    providerBlocksOfSource(tenant, attempt.source.id),
  );
  const located = locateEntries(state.entries, blocks.byAddress);
  const entries = await toStoredEntries(located, signal);
  const compared = await toEntryAttributes(
    located,
    await dependencies.secretHashKeys(organizationId),
    blocks.hasProjects ? blocks.byAddress : undefined,
    signal,
  );
  return dependencies.database.withTenant(organizationId, async (tenant) => {
    const source = await lockForSyncResult(tenant, attempt);
    if (source === undefined) return false;
    rejectLowerSerial(source, state, attempt.requested);
    const { releasedResourceIds } = await replaceStateEntries(tenant, source.id, entries);
    await replaceEntryAttributes(tenant, source.id, compared);
    await recordEntryChange(tenant, source.id);
    const read: SyncedState = {
      etag: object.etag,
      versionId: object.versionId,
      sizeBytes: object.bytes,
      modifiedAt: object.modifiedAt,
      serial: state.serial,
      lineage: state.lineage,
      formatVersion: state.version,
      terraformVersion: state.terraformVersion,
      rulesVersion: stateRulesVersion,
      withoutAws: state.withoutAws,
      remark: malformedAddressesText(state.malformedAddresses),
    };
    await recordStateRead(tenant, source.id, read, attempt.begunAt);
    // After the times of the read, on which classes and evidence depend.
    await matchSource(tenant, source.id, releasedResourceIds);
    return true;
  });
}

/** Locates the addresses of the source in the code of its projects. Skips projects whose locations are up to date. */
async function locateProjectsOfSource(
  dependencies: SyncDependencies,
  organizationId: string,
  stateSourceId: string,
  signal: AbortSignal,
): Promise<void> {
  const projectIds = await dependencies.database.withTenant(organizationId, (tenant) =>
    listProjectsOfSourceToLocate(tenant, stateSourceId),
  );
  for (const projectId of projectIds) await locateProject(dependencies, organizationId, projectId, signal);
}

/** A state that was restored from a backup has a lower serial; a user who knows of it requests the sync. */
function rejectLowerSerial(source: StateSource, state: ParsedState, requested: boolean): void {
  if (requested || source.serial === undefined || source.lineage !== state.lineage) return;
  if (state.serial < source.serial)
    throw new StateSyncError(
      'serial_went_back',
      `The serial of the state is ${state.serial}, and was ${source.serial} before. Request a sync to accept it.`,
    );
}

async function storeFailure(
  tenant: Tenant,
  launcher: SyncDependencies,
  attempt: StateSyncAttempt,
  { code, message }: StateSyncError,
): Promise<StateSyncResult> {
  const error = `${code}: ${message}`;
  const missing = code === 'bucket_missing' || code === 'key_missing' ? code : undefined;
  const { stored, changedEvidence } = await recordStateFailure(tenant, attempt, error, missing);
  if (changedEvidence) await matchReachedAccounts(tenant, launcher, attempt.source);
  return stored ? { outcome: 'failed', error } : { outcome: 'superseded' };
}

async function matchReachedAccounts(
  tenant: Tenant,
  launcher: SyncDependencies,
  { id }: Pick<StateSource, 'id'>,
): Promise<void> {
  await requestAccountMatches(tenant, launcher, await listReachedAccounts(tenant, id));
}
