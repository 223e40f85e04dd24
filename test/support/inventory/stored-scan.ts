import { randomUUID } from 'node:crypto';
import { configHash, renormalise } from '../../../activities/discovery/collect/config-hash.ts';
import { keyedHash } from '../../../runtime/keyed-hash.ts';
import type { ObservedResource } from '../../../domain/discovery/observation/observed-resource.ts';
import { hideSecret } from '../../../domain/secrets/redact-secrets.ts';
import { keysReadSince } from '../../../domain/discovery/declaration/keys-by-rule-set.ts';
import { RULE_SET_VERSION } from '../../../domain/discovery/declaration/rule-set.ts';
import type { JsonObject } from '../../../domain/json/json.ts';
import type { CellResult } from '../../../domain/discovery/tasks/scan-outcomes.ts';
import { storePage } from '../../../db/inventory/store-page.ts';
import type { Attempt } from '../../../db/discovery/attempt.ts';
import type { PageCounts } from '../../../db/inventory/store-page.ts';
import type { Rules } from '../../../db/inventory/compare-observation.ts';
import { finishRun } from '../../../db/runs/run-store.ts';
import { finishTask } from '../../../db/discovery/finish-task.ts';
import { insertScan } from '../../../db/discovery/insert-scan.ts';
import { beginAttempts, claimTasks, lockLease, insertTasks } from '../../../db/discovery/task-store.ts';
import type { TaskClaim } from '../../../db/discovery/task-store.ts';
import { openDatabase } from '../../../db/tenant.ts';
import type { Database, Tenant } from '../../../db/tenant.ts';
import { connectOwner } from '../discovery/owner.ts';
import type { Owner } from '../discovery/owner.ts';
import { createTestDatabase } from '../test-database.ts';
import { useFixture } from '../use-fixture.ts';

/** Writes scans to a database step by step, as a worker does, without Temporal and AWS. */
export interface StoredScans {
  readonly database: Database;
  readonly owner: Owner;
  /** Inserts an organization with one connected account. */
  makeAccount(): Promise<StoredAccount>;
  /** Inserts another connected account of the organization. */
  addAccount(organizationId: string, awsAccountNumber: string): Promise<StoredAccount>;
  close(): Promise<void>;
}

export interface StoredAccount {
  readonly organizationId: string;
  readonly accountId: string;
  /** Starts a scan with one task for these types. */
  begin(resourceTypes: readonly string[]): Promise<StoredTask>;
}

export interface StoredTask {
  readonly claim: TaskClaim;
  readonly taskId: string;
  attempt: Attempt;
  store(resources: readonly ObservedResource[], ruleSet?: number): Promise<PageCounts>;
  /**
   * Finishes the task and the scan.
   *
   * @param cells - results; default: all complete
   * @param deletable - types whose unseen resources are marked as deleted; default: all
   */
  finish(cells?: readonly CellResult[], deletable?: readonly string[]): Promise<void>;
}

export const storedRegion = 'eu-west-1';

/** {@link StoredScans} for the calling test file, closed after its tests. See {@link useFixture}. */
export function useStoredScans(): StoredScans {
  return useFixture(startStoredScans, (scans) => scans.close());
}

async function startStoredScans(): Promise<StoredScans> {
  const testDatabase = await createTestDatabase();
  const { url } = testDatabase;
  const database = openDatabase({ url, poolSize: 8 });
  const owner = connectOwner(url);
  return {
    database,
    owner,
    makeAccount: () => makeAccount(database, owner),
    addAccount: (organizationId, awsAccountNumber) =>
      addAccount(database, owner, organizationId, awsAccountNumber),
    async close() {
      await database.close();
      await owner.close();
      await testDatabase.drop();
    },
  };
}

async function makeAccount(database: Database, owner: Owner): Promise<StoredAccount> {
  const [row] = await owner.query<{ organization_id: string; id: string }>(
    `with organization as (insert into organizations (name, slug) values ('Test', $1) returning id),
     connection as (
       insert into aws_connections (organization_id, name, kind, external_id, role_name)
       select id, 'One', 'standalone', $1, 'inventory' from organization returning organization_id, id)
     insert into aws_accounts (organization_id, connection_id, account_id, role_arn, status, effective_regions)
     select organization_id, id, '123456789012', 'arn:aws:iam::123456789012:role/inventory', 'connected', $2
     from connection returning organization_id, id`,
    [randomUUID(), [storedRegion]],
  );
  if (row === undefined) throw new Error('no account');
  const { organization_id: organizationId, id: accountId } = row;
  return {
    organizationId,
    accountId,
    begin: (resourceTypes) => begin(database, organizationId, accountId, resourceTypes),
  };
}

async function addAccount(
  database: Database,
  owner: Owner,
  organizationId: string,
  awsAccountNumber: string,
): Promise<StoredAccount> {
  const [row] = await owner.query<{ id: string }>(
    `insert into aws_accounts (organization_id, connection_id, account_id, role_arn, status, effective_regions)
     select organization_id, id, $2, 'arn:aws:iam::' || $2 || ':role/inventory', 'connected', $3
     from aws_connections where organization_id = $1 limit 1 returning id`,
    [organizationId, awsAccountNumber, [storedRegion]],
  );
  if (row === undefined) throw new Error('no account');
  return {
    organizationId,
    accountId: row.id,
    begin: (resourceTypes) => begin(database, organizationId, row.id, resourceTypes),
  };
}

async function begin(
  database: Database,
  organizationId: string,
  accountId: string,
  resourceTypes: readonly string[],
): Promise<StoredTask> {
  const { scan } = await database.withTenant(organizationId, (tenant) =>
    insertScan(tenant, {
      trigger: 'manual',
      accountIds: [accountId],
      regions: [storedRegion],
      resourceTypes,
      requestedBy: undefined,
    }),
  );
  const claim: TaskClaim = { scanId: scan.id, accountId, region: storedRegion, claimant: randomUUID() };
  const { taskId, attempt } = await database.withTenant(organizationId, async (tenant) => {
    await insertTasks(tenant, scan.id, accountId, [{ region: storedRegion, service: 'test', resourceTypes }]);
    const [claimed] = await claimTasks(tenant, claim, 10);
    const id = claimed?.id ?? '';
    return { taskId: id, attempt: await beginTask(tenant, claim, id) };
  });
  const task: StoredTask = {
    claim,
    taskId,
    attempt,
    store: (resources, ruleSet = RULE_SET_VERSION) =>
      database.withTenant(organizationId, async (tenant) => {
        await lockLease(tenant, task.attempt);
        return storePage(tenant, task.attempt, resources, rulesOf(ruleSet));
      }),
    finish: (cells = resourceTypes.map(complete), deletable = resourceTypes) =>
      database.withTenant(organizationId, async (tenant) => {
        await lockLease(tenant, task.attempt);
        await finishTask(tenant, task.attempt, cells, deletable);
        await finishRun(tenant, scan.id, 'succeeded');
      }),
  };
  return task;
}

function complete(resourceType: string): CellResult {
  return { resourceType, outcome: 'complete' };
}

function rulesOf(ruleSet: number): Rules {
  return {
    ruleSet,
    keysReadSince,
    configHash,
    hideSecret: (secret) => hideSecret(secret, keyedHash('key')),
    renormalise: (stored, earlier) => renormalise(stored, 'key', earlier),
  };
}

/** A queue as the collector returns it. */
export function queue(
  name: string,
  configuration: JsonObject = { VisibilityTimeout: '30' },
): ObservedResource {
  const tags = { Owner: 'test' };
  return {
    resourceType: 'AWS::SQS::Queue',
    nativeId: `https://sqs.eu-west-1.amazonaws.com/123456789012/${name}`,
    arn: `arn:aws:sqs:eu-west-1:123456789012:${name}`,
    name,
    tags,
    configuration,
    volatile: { ApproximateNumberOfMessages: '0' },
    configHash: configHash(configuration, tags),
  };
}

/** Starts an attempt at a claimed task. */
export async function beginTask(tenant: Tenant, claim: TaskClaim, taskId: string): Promise<Attempt> {
  const attempt = (await beginAttempts(tenant, claim, [taskId])).get(taskId);
  if (attempt === undefined) throw new Error('the claim of the task was lost');
  return attempt;
}
