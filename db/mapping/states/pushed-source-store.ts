import { errors } from '../../../domain/errors.ts';
import { lockOrganization } from '../../lock-organization.ts';
import { execute, oneRowOf, rowOf, rowsOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { replaceEntryAttributes } from '../../drift/entry-attribute-store.ts';
import type { EntryAttributes } from '../../drift/entry-attribute-store.ts';
import { findLinks } from '../../plans/executions/execution-links.ts';
import { recordEntryChange } from '../projects/code-changes.ts';
import { replaceStateEntries } from './state-entry-store.ts';
import type { NewStateEntry } from './state-entry.ts';
import type { StateSource } from './state-source.ts';
import { gainsEvidence, recordStateRead } from './state-sync-store.ts';
import type { SyncedState } from './state-sync-store.ts';

/** What identifies the source of a pushed state: the project and workspace, else a name. */
export type PushIdentity =
  | {
      readonly repositoryName: string;
      readonly repositoryProvider: string | undefined;
      readonly projectPath: string;
      readonly workspace: string | undefined;
    }
  | { readonly name: string };

/** A state that a pipeline pushed. */
export interface Push {
  readonly identity: PushIdentity;
  /** The accounts that the state reaches. `undefined`: the push names none. */
  readonly accountIds: readonly string[] | undefined;
  /** `etag` is the hash of the state. */
  readonly state: Omit<SyncedState, 'versionId' | 'modifiedAt'>;
  readonly entries: readonly NewStateEntry[];
  /** The comparable attributes of the entries. */
  readonly compared: readonly EntryAttributes[];
}

export interface StoredPush {
  readonly sourceId: string;
  readonly outcome: PushOutcome;
  /** Whether the entries, or the accounts for which they are evidence, are to be matched. */
  readonly needsMatch: boolean;
}

/** `same`: the source has this state. `older`: it has a state with a higher serial. */
export type PushOutcome = 'stored' | 'same' | 'older';

const defaultMaxAgeHours = 168;
/** Of an organization. A pipeline that names each of its runs would add a source with each push. */
const maximumPushedSources = 10_000;

/** Finds the source of a push, locked until the transaction ends if `lock`. */
export async function findPushedSource(
  tenant: Tenant,
  identity: PushIdentity,
  lock = false,
): Promise<StateSource | undefined> {
  const { organizationId } = tenant;
  const condition =
    'name' in identity
      ? sql`s.repository_name is null and s.name = ${identity.name}`
      : sql`lower(s.repository_name) = lower(${identity.repositoryName}) and s.project_path = ${identity.projectPath}
          and s.workspace is not distinct from ${identity.workspace}`;
  return rowOf<StateSource>(
    tenant,
    sql`select s.* from state_sources s
      where s.organization_id = ${organizationId} and s.kind = 'pushed' and ${condition}
      ${rawSql(lock ? 'for no key update' : '')}`,
  );
}

/** Finds the project that a push names. */
export async function findPushedProject(tenant: Tenant, identity: PushIdentity): Promise<string | undefined> {
  if ('name' in identity) return undefined;
  const unknown = { repositoryId: undefined, iacProjectId: undefined, pullRequestId: undefined };
  const keys = { ...identity, toolName: undefined, pullRequestNumber: undefined };
  return (await findLinks(tenant, keys, unknown)).iacProjectId;
}

/**
 * Stores a pushed state with its entries, which a run matches. The same state, and one of the same lineage with a lower serial,
 * change no entry.
 *
 * @throws CatalogueError `conflict` for a source beyond the limit of the organization
 */
export async function storePush(tenant: Tenant, push: Push): Promise<StoredPush> {
  // As the result of a sync: a match holds this lock while it writes the entries and counts of sources.
  await lockOrganization(tenant, 'mapping');
  const { state } = push;
  const projectId = await findPushedProject(tenant, push.identity);
  const known = (await findPushedSource(tenant, push.identity, true)) ?? (await insertSource(tenant, push));
  const sourceId = known.id;
  if (known.lineage === state.lineage && known.serial !== undefined && state.serial < known.serial)
    return { sourceId, outcome: 'older', needsMatch: false };
  const { changedProject, changedAccounts } = await updateReport(tenant, known, push, projectId);
  const isSame =
    known.lineage === state.lineage && known.serial === state.serial && known.etag === state.etag;
  // The places of entries depend on the project.
  if (isSame && known.rulesVersion === state.rulesVersion && !changedProject) {
    await recordSamePush(tenant, sourceId);
    return {
      sourceId,
      outcome: 'same',
      needsMatch: changedAccounts || gainsEvidence(known) || awaitsDrift(known),
    };
  }
  const { releasedResourceIds } = await replaceStateEntries(tenant, sourceId, push.entries);
  await replaceEntryAttributes(tenant, sourceId, push.compared);
  await recordEntryChange(tenant, sourceId);
  await recordStateRead(tenant, sourceId, { ...state, versionId: undefined, modifiedAt: new Date() });
  await execute(
    tenant,
    sql`update state_sources set released_resource_ids = released_resource_ids || ${releasedResourceIds}::uuid[]
      where organization_id = ${tenant.organizationId} and id = ${sourceId}`,
  );
  return { sourceId, outcome: 'stored', needsMatch: true };
}

/** Whether a difference to the state counts after the source is read again. */
function awaitsDrift({ driftSyncRequestedAt, lastSuccessAt }: StateSource): boolean {
  return (
    driftSyncRequestedAt !== undefined &&
    (lastSuccessAt === undefined || driftSyncRequestedAt > lastSuccessAt)
  );
}

/** Returns the resources that the entries of a source claimed before its last pushes, and forgets them. */
export async function takeReleasedResources(tenant: Tenant, sourceId: string): Promise<readonly string[]> {
  const row = await rowOf<{ ids: string[] }>(
    tenant,
    sql`update state_sources set released_resource_ids = '{}'
      where organization_id = ${tenant.organizationId} and id = ${sourceId}
      returning old.released_resource_ids as ids`,
  );
  return row?.ids ?? [];
}

/** Finds the projects of the pushed sources that name a repository, after its projects changed. Returns the sources that change. */
export async function linkPushedSources(
  tenant: Tenant,
  repositoryId: string,
): Promise<readonly { readonly id: string; readonly name: string | undefined }[]> {
  const { organizationId } = tenant;
  const sources = await rowsOf<StateSource>(
    tenant,
    sql`select s.* from state_sources s
      join repositories r on r.organization_id = ${organizationId} and r.id = ${repositoryId}
        and lower(r.full_name) = lower(s.repository_name)
      where s.organization_id = ${organizationId} and s.kind = 'pushed' and not 'iac_project_id' = any(s.patched_fields)
      order by s.id for update of s`,
  );
  const changed: { readonly id: string; readonly name: string | undefined }[] = [];
  for (const {
    id,
    repositoryName = '',
    repositoryProvider,
    projectPath = '.',
    workspace,
    ...source
  } of sources) {
    const projectId = await findPushedProject(tenant, {
      repositoryName,
      repositoryProvider,
      projectPath,
      workspace,
    });
    if (projectId === source.iacProjectId) continue;
    await setProject(tenant, id, projectId);
    changed.push({ id, name: source.name });
  }
  return changed;
}

async function insertSource(tenant: Tenant, { identity }: Push): Promise<StateSource> {
  const { organizationId } = tenant;
  const { count } = await oneRowOf<{ count: number }>(
    tenant,
    sql`select count(*)::integer as count from state_sources where organization_id = ${organizationId} and kind = 'pushed'`,
  );
  if (count >= maximumPushedSources)
    throw errors.conflict(
      `The organization has ${maximumPushedSources} pushed states. Delete those that are not pushed any more.`,
    );
  const isNamed = 'name' in identity;
  const fields = isNamed ? undefined : identity;
  const name = isNamed ? identity.name : nameOfProject(identity);
  return oneRowOf<StateSource>(
    tenant,
    sql`insert into state_sources (organization_id, kind, name, repository_name, repository_provider, project_path, workspace,
        max_age_hours, origin, next_sync_at)
      values (${organizationId}, 'pushed', ${name}, ${fields?.repositoryName}, ${fields?.repositoryProvider},
        ${fields?.projectPath}, ${fields?.workspace}, ${defaultMaxAgeHours}, 'manual', null)
      returning *`,
  );
}

function nameOfProject(identity: Exclude<PushIdentity, { readonly name: string }>): string {
  const { repositoryName, projectPath, workspace } = identity;
  const project = projectPath === '.' ? repositoryName : `${repositoryName}/${projectPath}`;
  return workspace === undefined ? project : `${project} (${workspace})`;
}

async function updateReport(
  tenant: Tenant,
  { id, iacProjectId, patchedFields }: StateSource,
  { accountIds }: Push,
  projectId: string | undefined,
): Promise<{ readonly changedProject: boolean; readonly changedAccounts: boolean }> {
  const updated = await execute(
    tenant,
    sql`update state_sources set pushed_account_ids = ${accountIds}::uuid[]
      where organization_id = ${tenant.organizationId} and id = ${id}
        and pushed_account_ids is distinct from ${accountIds}::uuid[]`,
  );
  const changedProject =
    projectId !== iacProjectId && projectId !== undefined && !patchedFields.includes('iac_project_id');
  if (changedProject) await setProject(tenant, id, projectId);
  return { changedProject, changedAccounts: updated > 0 };
}

/** The places of entries depend on the project, so the next push of the same state is stored again. */
async function setProject(tenant: Tenant, id: string, projectId: string | undefined): Promise<void> {
  await execute(
    tenant,
    sql`with changed as (
        update state_sources set iac_project_id = ${projectId}, etag = null, updated_at = now()
        where organization_id = ${tenant.organizationId} and id = ${id} returning id
      )
      insert into inference_queue (organization_id, kind, subject_id)
      select ${tenant.organizationId}::uuid, 'state_source', id from changed`,
  );
}

async function recordSamePush(tenant: Tenant, id: string): Promise<void> {
  await execute(
    tenant,
    sql`update state_sources set last_synced_at = now(), last_success_at = now(), read_begun_at = now(), status = 'synced'
      where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}
