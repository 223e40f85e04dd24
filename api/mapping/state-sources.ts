import { z } from 'zod';
import { accountParameters } from '../../commands/inventory/account-filter.ts';
import { repeatable } from '../../commands/inventory/parameter-values.ts';
import { requestAccountMatches } from '../../commands/mapping/request-account-matches.ts';
import { requestStateSync } from '../../commands/mapping/request-state-sync.ts';
import { requestInference, requestQueuedInference } from '../../commands/ownership/request-inference.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import { getAccount } from '../../db/connections/account-store.ts';
import { listReachedAccounts } from '../../db/mapping/match/account-matches.ts';
import { ignoreHcpWorkspace } from '../../db/mapping/states/hcp-terraform-store.ts';
import { listStateEntries } from '../../db/mapping/states/state-entry-read-model.ts';
import type { ListedStateEntry } from '../../db/mapping/states/state-entry-read-model.ts';
import { getStateSource, listStateSources } from '../../db/mapping/states/state-source-read-model.ts';
import type { StateSourceRecord } from '../../db/mapping/states/state-source-read-model.ts';
import {
  createStateSource,
  deleteStateSource,
  lockStateSource,
  updateStateSource,
} from '../../db/mapping/states/state-source-store.ts';
import { getProject } from '../../db/scm/iac-project-read-model.ts';
import type { Tenant } from '../../db/tenant.ts';
import { findUnknownRegion } from '../../domain/connections/aws-regions.ts';
import { CatalogueError, errors } from '../../domain/errors.ts';
import { stateSourceName } from '../../domain/mapping/state-source-name.ts';
import { isBucketName, isStateKey, workspaceInKey } from '../../domain/mapping/state-object.ts';
import {
  stateEntryClasses,
  stateSourceKinds,
  stateSourceOrigins,
  stateSourceStatuses,
} from '../../domain/values.ts';
import { withAccountIds } from '../connections/account-parameters.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import {
  Accepted,
  accountNumber,
  Deleted,
  freeForm,
  id,
  iso,
  timestamp,
  recordVersion,
} from '../http/schemas.ts';
import { cancelRunsOfDeleted } from './cancel-runs-of-deleted.ts';

const stateSourcesTag = 'State sources';

export const StateSource = z
  .object({
    id,
    kind: z.enum(stateSourceKinds),
    config: z
      .object({
        bucket: z.string().optional(),
        key: z.string().optional(),
        region: z.string().optional(),
        workspace: z.string().optional(),
        name: z.string().optional(),
        repository: z.string().optional(),
        project_path: z.string().optional(),
        max_age_hours: z.int().optional(),
        aws_account_ids: z.array(id).optional(),
        hcp_terraform_id: id.optional(),
        hostname: z.string().optional(),
        organization: z.string().optional(),
      })
      .describe(
        '`s3`: bucket, key, region, workspace. `pushed`: name, repository, project_path, workspace, max_age_hours and ' +
          'aws_account_ids. `hcp_terraform`: hcp_terraform_id, hostname, organization, workspace',
      ),
    aws_account_id: id.optional().describe('The account whose role reads the state'),
    account_id: accountNumber.optional(),
    account_name: z.string().optional(),
    iac_project_id: id.optional().describe('The project that a user chose'),
    origin: z.enum(stateSourceOrigins),
    status: z.enum(stateSourceStatuses),
    last_synced_at: timestamp.optional().describe('When the state was last read, or found unchanged'),
    last_error: z.string().optional().describe('`<code>: <sentence>`'),
    superseded_by: id
      .optional()
      .describe('The source that holds the same state of the project and workspace, and counts instead'),
    created_at: timestamp,
    version: recordVersion,
  })
  .meta({ id: 'StateSource' });

const stateSourceFields = {
  bucket: z
    .string()
    .refine(isBucketName, 'must be 3 to 255 characters: letters, digits, dots, hyphens and underscores'),
  key: z
    .string()
    .refine(isStateKey, 'must be 1 to 1,024 bytes without control characters, and without / at either end')
    .describe('The whole key of the object, with the prefix of the workspace'),
  region: z
    .string()
    .max(40)
    .refine((region) => findUnknownRegion([region]) === undefined, 'is not an AWS region')
    .describe('The region of the bucket; default: the one that S3 returns'),
  aws_account_id: id.describe(
    'The account whose role reads the state; default: the account whose inventory has the bucket',
  ),
  iac_project_id: id.describe('The project that the state belongs to'),
};

const StateEntry = z
  .object({
    address: z.string(),
    code_address: z.string().describe('The address without instance keys'),
    resource_type: z.string().describe('The Terraform type when it has no type of the inventory'),
    class: z.enum(stateEntryClasses),
    reason: z.string().optional(),
    resource_id: id.optional(),
    identity: freeForm.describe('`{arn?, id?, account_id?, region?, …}`'),
  })
  .meta({ id: 'StateEntry' });

export const stateSourceOperations = [
  operation({
    id: 'listStateSources',
    method: 'GET',
    path: '/state-sources',
    tag: stateSourcesTag,
    summary: 'List Terraform state sources',
    description:
      'Lists the places of Terraform states that the service reads. Filters are combined with AND.',
    access: 'state_sources:read',
    query: z.strictObject({
      ...pagingParameters,
      status: repeatable(z.enum(stateSourceStatuses)),
      origin: repeatable(z.enum(stateSourceOrigins)),
      ...accountParameters,
    }),
    success: [200, listOf(StateSource)],
    async handle(context) {
      const { request, envelope } = pager(context, 'state_sources', context.query);
      const rows = await listStateSources(
        context.tenant,
        await withAccountIds(context.tenant, context.query),
        request.limit,
        request.after?.[0]?.toString(),
      );
      return envelope(
        cutPage(rows, request.limit, ({ id }) => [id]),
        presentStateSource,
      );
    },
  }),
  operation({
    id: 'createStateSource',
    method: 'POST',
    path: '/state-sources',
    tag: stateSourcesTag,
    summary: 'Add a Terraform state source',
    description:
      'The source is one S3 object with the state of one workspace. The role template must allow to read it, in the ' +
      'parameters `StateObjectArns` and `StateBucketArns`. The first sync starts at once.',
    access: 'state_sources:manage',
    audit: 'state_source.created',
    body: z.strictObject({
      bucket: stateSourceFields.bucket,
      key: stateSourceFields.key,
      region: stateSourceFields.region.optional(),
      aws_account_id: stateSourceFields.aws_account_id.optional(),
      iac_project_id: stateSourceFields.iac_project_id.optional(),
    }),
    success: [201, StateSource],
    location: '/state-sources/{id}',
    errors: ['conflict'],
    async handle({ body, tenant, services, audit }) {
      await requireReferences(tenant, body);
      const source = await createStateSource(tenant, {
        bucket: body.bucket,
        key: body.key,
        region: body.region,
        workspace: workspaceInKey(body.key),
        awsAccountId: body.aws_account_id,
        iacProjectId: body.iac_project_id,
      });
      await requestStateSync(tenant, services, source);
      audit({ type: 'state_source', id: source.id, name: stateSourceName(source) });
      return presentStateSource(await getStateSource(tenant, source.id));
    },
  }),
  operation({
    id: 'getStateSource',
    method: 'GET',
    path: '/state-sources/{id}',
    tag: stateSourcesTag,
    summary: 'Get a Terraform state source',
    description: 'Returns the source with the outcome of its last sync.',
    access: 'state_sources:read',
    success: [200, StateSource],
    async handle({ params, tenant }) {
      return presentStateSource(await getStateSource(tenant, params.id));
    },
  }),
  operation({
    id: 'updateStateSource',
    method: 'PATCH',
    path: '/state-sources/{id}',
    versioned: 'state_sources',
    tag: stateSourcesTag,
    summary: 'Change, disable or enable a Terraform state source',
    description:
      'A change starts a sync. Detection does not change these fields of a detected source again. The entries of a ' +
      'disabled source do not count.',
    access: 'state_sources:manage',
    audit: 'state_source.updated',
    body: z.strictObject({
      bucket: stateSourceFields.bucket.optional(),
      key: stateSourceFields.key.optional(),
      region: stateSourceFields.region.nullable().optional(),
      aws_account_id: stateSourceFields.aws_account_id.nullable().optional(),
      iac_project_id: stateSourceFields.iac_project_id.nullable().optional(),
      max_age_hours: z
        .int()
        .min(1)
        .max(2160)
        .optional()
        .describe('Of a pushed state: how long after a push the source is overdue'),
      disabled: z.boolean().optional(),
    }),
    success: [200, StateSource],
    errors: ['conflict'],
    async handle({ body, params, tenant, services, audit }) {
      const before = await lockStateSource(tenant, params.id);
      rejectForeignFields(before.kind, body);
      await requireReferences(tenant, body);
      const changed = await updateStateSource(tenant, before, {
        ...propertiesOf(body),
        ...(body.key === undefined ? {} : { workspace: workspaceInKey(body.key) ?? null }),
      });
      const after = await getStateSource(tenant, before.id);
      if (changed.length > 0) {
        if (!after.disabled) await requestStateSync(tenant, services, after);
        // The accounts whose evidence the source was or is part of.
        await requestAccountMatches(tenant, services, await listReachedAccounts(tenant, after.id));
        await requestInference(tenant, services, 'state_source', [after.id]);
      }
      const name = stateSourceName(after);
      audit({ type: 'state_source', id: after.id, name, details: { changed: Object.keys(body) } });
      return presentStateSource(await getStateSource(tenant, after.id));
    },
  }),
  operation({
    id: 'deleteStateSource',
    method: 'DELETE',
    path: '/state-sources/{id}',
    tag: stateSourcesTag,
    summary: 'Delete a Terraform state source',
    description:
      'Deletes its entries and cancels its sync. A detected source that was deleted is not detected again.',
    access: 'state_sources:manage',
    audit: 'state_source.deleted',
    success: [200, Deleted],
    async handle({ params, tenant, services, audit }) {
      const source = await lockStateSource(tenant, params.id);
      const { id, hcpConnectionId, externalId } = source;
      const accounts = await listReachedAccounts(tenant, id);
      await deleteStateSource(tenant, id);
      if (hcpConnectionId !== undefined && externalId !== undefined)
        await ignoreHcpWorkspace(tenant, hcpConnectionId, externalId);
      await cancelRunsOfDeleted(tenant, services, [id], 'sync_state_source');
      await requestAccountMatches(tenant, services, accounts);
      await requestQueuedInference(tenant, services);
      audit({ type: 'state_source', id, name: stateSourceName(source) });
      return { id, deleted: true };
    },
  }),
  operation({
    id: 'syncStateSource',
    method: 'POST',
    path: '/state-sources/{id}/sync',
    tag: stateSourcesTag,
    summary: 'Sync a Terraform state source',
    description:
      'A requested sync also accepts a lower serial of the same lineage, after a state was restored.',
    access: 'state_sources:manage',
    audit: 'state_source.sync_requested',
    success: [202, Accepted],
    errors: ['conflict'],
    async handle({ params, principal, tenant, services, audit }) {
      const source = await lockStateSource(tenant, params.id);
      const { id } = source;
      if (source.disabled) throw errors.conflict('The state source is disabled.');
      if (source.kind === 'pushed')
        throw errors.conflict('The state is pushed. Send it again with POST /ingest/states.');
      const { run_id, created } = await launchRun(tenant, services, {
        kind: 'sync_state_source',
        subjectId: id,
        description: stateSourceName(source),
        requestedBy: principal.id,
      });
      if (!created) throw errors.conflict('A sync of the state source is queued or running.');
      audit({ type: 'state_source', id, name: stateSourceName(source) });
      return { run_id };
    },
  }),
  operation({
    id: 'listStateEntries',
    method: 'GET',
    path: '/state-sources/{id}/entries',
    tag: stateSourcesTag,
    summary: 'List the entries of a Terraform state',
    description:
      'An entry is one resource of the state. Attributes are not returned, because they can contain ' +
      'secrets.',
    access: 'mapping:read',
    query: z.strictObject({
      ...pagingParameters,
      class: repeatable(z.enum(stateEntryClasses)),
      resource_type: repeatable(z.string().min(1).max(200)),
      q: z.string().min(1).max(200).optional().describe('Part of the address, the ARN or the id'),
    }),
    success: [200, listOf(StateEntry)],
    async handle(context) {
      const { id: sourceId } = await getStateSource(context.tenant, context.params.id);
      const { request, envelope } = pager(context, `state_entries:${sourceId}`, context.query);
      const after = request.after?.[0]?.toString();
      const rows = await listStateEntries(context.tenant, sourceId, context.query, request.limit, after);
      return envelope(
        cutPage(rows, request.limit, ({ address }) => [address]),
        presentEntry,
      );
    },
  }),
];

export function presentStateSource(source: StateSourceRecord): z.input<typeof StateSource> {
  return {
    id: source.id,
    kind: source.kind,
    config: presentConfig(source),
    aws_account_id: source.awsAccountId,
    account_id: source.accountNumber,
    account_name: source.accountName,
    iac_project_id: source.iacProjectId,
    origin: source.origin,
    status: source.shownStatus,
    last_synced_at: iso(source.lastSyncedAt),
    last_error: source.lastError,
    superseded_by: source.supersededBy,
    created_at: iso(source.createdAt),
    version: source.version,
  };
}

function presentConfig(source: StateSourceRecord): z.input<typeof StateSource>['config'] {
  const { workspace } = source;
  switch (source.kind) {
    case 's3':
      return { bucket: source.bucket, key: source.key, region: source.region, workspace };
    case 'pushed':
      return {
        ...(source.repositoryName === undefined
          ? { name: source.name }
          : { repository: source.repositoryName, project_path: source.projectPath }),
        workspace,
        max_age_hours: source.maxAgeHours,
        aws_account_ids: source.pushedAccountIds,
      };
    case 'hcp_terraform':
      return {
        hcp_terraform_id: source.hcpConnectionId,
        hostname: source.hcpWorkspace?.hostname,
        organization: source.hcpWorkspace?.organization,
        workspace,
      };
  }
}

/** @throws CatalogueError `validation_failed` for fields of another kind of source. */
function rejectForeignFields(kind: StateSourceRecord['kind'], body: object): void {
  const foreign = kind === 's3' ? ['max_age_hours'] : ['bucket', 'key', 'region', 'aws_account_id'];
  const found = [...foreign, ...(kind === 'hcp_terraform' ? ['max_age_hours'] : [])].find(
    (name) => name in body,
  );
  if (found !== undefined)
    throw errors.validationFailed(found, `is no field of a source of the kind ${kind}`);
}

function presentEntry(entry: ListedStateEntry): z.input<typeof StateEntry> {
  return {
    address: entry.address,
    code_address: entry.codeAddress,
    resource_type: entry.resourceType,
    class: entry.class,
    reason: entry.reason,
    resource_id: entry.resourceId,
    identity: { ...entry.identity },
  };
}

/** @throws CatalogueError `validation_failed` for an account or a project that does not exist or is deleted. */
export async function requireReferences(
  tenant: Tenant,
  given: {
    readonly aws_account_id?: string | null | undefined;
    readonly iac_project_id?: string | null | undefined;
  },
): Promise<void> {
  const { aws_account_id: accountId, iac_project_id: projectId } = given;
  if (typeof accountId === 'string') await orInvalid('aws_account_id', getAccount(tenant, accountId));
  if (typeof projectId === 'string') await orInvalid('iac_project_id', getProject(tenant, projectId));
}

async function orInvalid(field: string, found: Promise<unknown>): Promise<void> {
  try {
    await found;
  } catch (error) {
    const missing = error instanceof CatalogueError && error.code === 'not_found';
    throw missing ? errors.validationFailed(field, 'does not exist') : error;
  }
}
