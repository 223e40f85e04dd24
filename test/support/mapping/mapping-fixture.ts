import { randomUUID } from 'node:crypto';
import { matchSource } from '../../../db/mapping/match/match-entries.ts';
import { replaceStateEntries } from '../../../db/mapping/states/state-entry-store.ts';
import type { NewStateEntry } from '../../../db/mapping/states/state-entry.ts';
import { aResource } from '../inventory/test-inventory.ts';
import type { InventoryApi, OrganizationWithResources } from '../inventory/inventory-api.ts';
import { queueEntry } from './stored-state.ts';

/** An organization with queues in one account, a project, and a synced state source of the project. */
export interface MappedOrganization extends OrganizationWithResources {
  readonly number: string;
  readonly projectId: string;
  readonly repositoryId: string;
  readonly sourceId: string;
  /** Returns the id of the queue with this name. */
  readonly queue: (name: string) => string;
  /** Returns a state entry of the queue with this name. */
  readonly entry: (name: string, fields?: Partial<NewStateEntry>) => NewStateEntry;
  /** Stores the entries of the source and matches them, as a sync does. */
  sync(entries: readonly NewStateEntry[], sourceId?: string): Promise<void>;
  addSource(projectId?: string): Promise<string>;
}

const type = 'AWS::SQS::Queue';

export async function makeMappedOrganization(
  inventoryApi: InventoryApi,
  names: readonly string[],
): Promise<MappedOrganization> {
  const { inventory } = inventoryApi;
  const organization = await inventoryApi.withResources((account) =>
    names.map((name) => aResource(account, { type, name, arn: null })),
  );
  const { organizationId, account } = organization;
  await inventory.query(
    `update resources r set arn = 'arn:aws:sqs:eu-west-1:' || a.account_id || ':' || r.name
     from aws_accounts a where a.id = r.aws_account_id and r.organization_id = $1`,
    [organizationId],
  );
  const [{ account_id: number } = { account_id: '' }] = await inventory.query<{ account_id: string }>(
    'select account_id from aws_accounts where id = $1',
    [account],
  );
  await completeCell(inventory, organizationId, account);
  const [{ repository_id: repositoryId, id: projectId } = { repository_id: '', id: '' }] =
    await inventory.query<{ repository_id: string; id: string }>(
      `with connection as (
         insert into scm_connections (organization_id, provider, external_org_id, external_org_slug, external_org_kind,
           base_url, installation_id)
         values ($1, 'github', $2, 'acme', 'organization', 'https://github.example.com', $3) returning id
       ), repository as (
         insert into repositories (organization_id, scm_connection_id, provider, external_id, full_name, url, visibility,
           archived)
         select $1, id, 'github', '1', 'acme/infra', 'https://github.example.com/acme/infra', 'private', false
         from connection returning id
       )
       insert into iac_projects (organization_id, repository_id, path, detected_system, system, kind, detection)
       select $1, id, 'live', 'terraform', 'terraform', 'root', 'automatic' from repository returning id, repository_id`,
      [organizationId, randomUUID(), Math.floor(Math.random() * 1e9)],
    );
  const addSource = async (ofProject?: string) => {
    const [{ id } = { id: '' }] = await inventory.query<{ id: string }>(
      `insert into state_sources (organization_id, bucket, key, iac_project_id, origin, status, last_success_at,
         last_synced_at, modified_at)
       values ($1, 'states', $2, $3, 'manual', 'synced', now(), now(), now() - interval '1 day') returning id`,
      [organizationId, randomUUID(), ofProject ?? null],
    );
    return id;
  };
  const sourceId = await addSource(projectId);
  return {
    ...organization,
    number,
    projectId,
    repositoryId,
    sourceId,
    addSource,
    queue: (name) => organization.model.find(({ versions }) => versions[0]?.name === name)?.id ?? '',
    entry: (name, fields) => {
      const arn = `arn:aws:sqs:eu-west-1:${number}:${name}`;
      const candidates = [{ method: 'arn', confidence: 'high', resourceType: type, arn } as const];
      return queueEntry(name, {
        arn,
        awsAccountNumber: number,
        identity: { arn, name },
        candidates,
        ...fields,
      });
    },
    sync: (entries, id = sourceId) =>
      inventory.write(organizationId, async (tenant) => {
        const { releasedResourceIds } = await replaceStateEntries(tenant, id, entries);
        await matchSource(tenant, id, releasedResourceIds);
      }),
  };
}

async function completeCell(
  inventory: InventoryApi['inventory'],
  organizationId: string,
  account: string,
): Promise<void> {
  await inventory.query(
    `with run as (
       insert into runs (organization_id, kind, subject_id, status) values ($1, 'scan', $2, 'succeeded') returning id
     ), scan as (
       insert into scans (organization_id, id, trigger, status, started_at)
       select $1, id, 'manual', 'succeeded', now() - interval '1 hour' from run returning id
     )
     insert into coverage_cells (organization_id, aws_account_id, region, resource_type, outcome, scan_id,
       last_attempt_at, last_complete_at)
     select $1, $2, 'eu-west-1', $3, 'complete', id, now(), now() from scan`,
    [organizationId, account, type],
  );
}
