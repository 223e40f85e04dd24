import { randomUUID } from 'node:crypto';
import test from 'ava';
import { deleteObsoleteResources } from '../../../db/inventory/mark-unobserved.ts';
import { findMatches } from '../../../db/mapping/match/find-matches.ts';
import { rowsOf } from '../../../db/query.ts';
import { sql } from '../../../db/sql.ts';
import type { JsonObject } from '../../../domain/json/json.ts';
import { collect } from '../../activities/discovery/support/collect.ts';
import { scripted } from '../../activities/discovery/support/scripted-aws.ts';
import { storedRegion, useStoredScans } from '../../support/inventory/stored-scan.ts';
import type { StoredAccount } from '../../support/inventory/stored-scan.ts';

const scans = useStoredScans();
const subnetType = 'AWS::EC2::Subnet';

/** Number of the account that `makeAccount` inserts. */
const user = '123456789012';
const owner = '222222222222';

/** A subnet as `DescribeSubnets` returns it in the owner's account and in those that it is shared with. */
const subnet = (id: string): JsonObject => ({
  SubnetId: id,
  OwnerId: owner,
  SubnetArn: `arn:aws:ec2:${storedRegion}:${owner}:subnet/${id}`,
  CidrBlock: '10.0.0.0/24',
});

/** Reads and stores one type of an account, for which EC2 returns `items`. */
async function scan(
  account: StoredAccount,
  awsAccountNumber: string,
  items: readonly JsonObject[],
  [resourceType, key]: readonly [string, string] = [subnetType, 'Subnets'],
): Promise<void> {
  const { resources } = await collect({
    service: 'ec2',
    resourceTypes: [resourceType],
    region: storedRegion,
    awsAccountNumber,
    clients: scripted(() => ({ [key]: items })).clients,
  });
  const task = await account.begin([resourceType]);
  await task.store(resources);
  await task.finish();
}

interface Row {
  readonly native_id: string;
  readonly account: string;
  readonly arn: string;
  readonly owner: string | null;
}

/** Returns the active resources of the organization. */
function rows({ organizationId }: StoredAccount): Promise<Row[]> {
  return scans.owner.query<Row>(
    `select r.native_id, a.account_id as account, r.arn, r.owner_account_number as owner from resources r
     join aws_accounts a on a.id = r.aws_account_id where r.organization_id = $1 and r.status = 'active'
     order by r.native_id, a.account_id`,
    [organizationId],
  );
}

async function references({ organizationId, accountId }: StoredAccount): Promise<string[]> {
  const found = await scans.owner.query<{ native_id: string }>(
    `select native_id from shared_references where organization_id = $1 and aws_account_id = $2 order by native_id`,
    [organizationId, accountId],
  );
  return found.map(({ native_id: id }) => id);
}

async function changeKinds({ organizationId }: StoredAccount): Promise<string[]> {
  const found = await scans.owner.query<{ kind: string }>(
    'select kind from changes where organization_id = $1 order by id',
    [organizationId],
  );
  return found.map(({ kind }) => kind);
}

const rowOf = (id: string, account: string, shared = false): Row => ({
  native_id: id,
  account,
  arn: `arn:aws:ec2:${storedRegion}:${owner}:subnet/${id}`,
  owner: shared ? owner : null,
});

test('stores a shared subnet once, in the account of its owner', async (t) => {
  const using = await scans.makeAccount();
  const sharing = await scans.addAccount(using.organizationId, owner);
  await scan(sharing, owner, [subnet('subnet-1')]);
  await scan(using, user, [subnet('subnet-1')]);
  t.deepEqual(await rows(using), [rowOf('subnet-1', owner)]);
  t.deepEqual(await references(using), ['subnet-1']);
  t.deepEqual(await changeKinds(using), ['created']);
});

test('waits for the first scan of the owner', async (t) => {
  const using = await scans.makeAccount();
  const sharing = await scans.addAccount(using.organizationId, owner);
  await scan(using, user, [subnet('subnet-1')]);
  t.deepEqual(await rows(using), []);
  await scan(sharing, owner, [subnet('subnet-1')]);
  t.deepEqual(await rows(using), [rowOf('subnet-1', owner)]);
});

test('does not wait for the owner when its scan has ended without reading the type', async (t) => {
  const using = await scans.makeAccount();
  const sharing = await scans.addAccount(using.organizationId, owner);
  const running = await sharing.begin(['AWS::EC2::VPC', 'AWS::EC2::RouteTable']);
  await scan(using, user, [subnet('subnet-1')]);
  t.deepEqual(await rows(using), []);
  await running.finish();
  await scan(using, user, [subnet('subnet-1')]);
  t.deepEqual(await rows(using), [rowOf('subnet-1', user, true)]);
});

test('an account of another organization is no owner, and its rows stay as they are', async (t) => {
  const using = await scans.makeAccount();
  const other = await scans.makeAccount();
  const sharing = await scans.addAccount(other.organizationId, owner);
  await scan(sharing, owner, [subnet('subnet-1')]);
  await scan(using, user, [subnet('subnet-1')]);
  t.deepEqual(await rows(using), [rowOf('subnet-1', user, true)]);
  await scan(await scans.addAccount(using.organizationId, owner), owner, [subnet('subnet-1')]);
  t.deepEqual(await rows(using), [rowOf('subnet-1', owner)]);
  t.deepEqual(await rows(other), [rowOf('subnet-1', owner)]);
  t.deepEqual(await references(other), []);
});

test('scans of the using account do not delete the row of the owner, nor the reverse', async (t) => {
  const using = await scans.makeAccount();
  const sharing = await scans.addAccount(using.organizationId, owner);
  await scan(sharing, owner, [subnet('subnet-1'), subnet('subnet-2')]);
  await scan(using, user, [subnet('subnet-1'), subnet('subnet-2')]);
  await scan(using, user, [subnet('subnet-2')]);
  t.deepEqual(await rows(using), [rowOf('subnet-1', owner), rowOf('subnet-2', owner)]);
  t.deepEqual(await references(using), ['subnet-2']);
  await scan(sharing, owner, [subnet('subnet-2')]);
  t.deepEqual(await rows(using), [rowOf('subnet-2', owner)]);
});

test('stores a subnet of an owner that is not connected once, with the number of the owner', async (t) => {
  const using = await scans.makeAccount();
  const other = await scans.addAccount(using.organizationId, '333333333333');
  await scan(using, user, [subnet('subnet-1')]);
  await scan(other, '333333333333', [subnet('subnet-1')]);
  t.deepEqual(await rows(using), [rowOf('subnet-1', user, true)]);
  t.deepEqual(await references(other), ['subnet-1']);
  await scan(using, user, []);
  t.deepEqual(await rows(using), []);
  await scan(other, '333333333333', [subnet('subnet-1')]);
  t.deepEqual(await rows(using), [rowOf('subnet-1', '333333333333', true)]);
});

test('replaces the row of the using account when the owner is connected, without a change', async (t) => {
  const using = await scans.makeAccount();
  await scan(using, user, [subnet('subnet-1')]);
  const sharing = await scans.addAccount(using.organizationId, owner);
  await scan(using, user, [subnet('subnet-1')]);
  t.deepEqual(await rows(using), [rowOf('subnet-1', user, true)], 'until the owner is scanned');
  await scan(sharing, owner, [subnet('subnet-1')]);
  t.deepEqual(await rows(using), [rowOf('subnet-1', owner)]);
  await scan(using, user, [subnet('subnet-1')]);
  t.deepEqual(await rows(using), [rowOf('subnet-1', owner)]);
  t.deepEqual(await changeKinds(using), ['created', 'created']);
});

test('replaces a second row that the using account has stored', async (t) => {
  const using = await scans.makeAccount();
  const sharing = await scans.addAccount(using.organizationId, owner);
  await scan(sharing, owner, [subnet('subnet-1')]);
  const task = await using.begin([subnetType]);
  const arn = `arn:aws:ec2:${storedRegion}:${user}:subnet/subnet-1`;
  const configHash = 'a'.repeat(64);
  const earlier = { resourceType: subnetType, nativeId: 'subnet-1', arn, name: undefined, configHash };
  await task.store([{ ...earlier, tags: {}, configuration: { CidrBlock: '10.0.0.0/24' }, volatile: {} }]);
  await task.finish();
  t.is((await rows(using)).length, 2);
  await scan(using, user, [subnet('subnet-1')]);
  t.deepEqual(await rows(using), [rowOf('subnet-1', owner)]);
});

test('stores a transit gateway attachment once, in the account of its VPC', async (t) => {
  const using = await scans.makeAccount();
  const sharing = await scans.addAccount(using.organizationId, owner);
  const attachment = {
    TransitGatewayAttachmentId: 'tgw-attach-1',
    TransitGatewayId: 'tgw-1',
    VpcId: 'vpc-1',
    VpcOwnerId: user,
    State: 'available',
  };
  const type = ['AWS::EC2::TransitGatewayVpcAttachment', 'TransitGatewayVpcAttachments'] as const;
  await scan(using, user, [attachment], type);
  await scan(sharing, owner, [attachment], type);
  const arn = `arn:aws:ec2:${storedRegion}:${user}:transit-gateway-attachment/tgw-attach-1`;
  t.deepEqual(await rows(using), [{ native_id: 'tgw-attach-1', account: user, arn, owner: null }]);
  t.deepEqual(await references(sharing), ['tgw-attach-1']);
});

/** Returns the account of the resource that a candidate of a Terraform entry finds. */
async function accountOfMatch(
  { organizationId }: StoredAccount,
  candidate: JsonObject,
): Promise<string | undefined> {
  const candidates = JSON.stringify([
    { method: 'id', confidence: 'high', resourceType: subnetType, ...candidate },
  ]);
  const found = await scans.database.withTenant(organizationId, (tenant) =>
    rowsOf<{ account: string }>(
      tenant,
      sql`with entry as (
          select ${randomUUID()}::uuid as state_source_id, 'aws_x.y' as address, ${candidates}::jsonb as candidates
        ), ${findMatches(organizationId)}
        select a.account_id as account from best join resources r on r.organization_id = ${organizationId}
          and r.id = best.resource_id join aws_accounts a on a.id = r.aws_account_id`,
    ),
  );
  return found[0]?.account;
}

test('finds a shared resource from the state of the account that uses it, and of its owner', async (t) => {
  const using = await scans.makeAccount();
  const sharing = await scans.addAccount(using.organizationId, owner);
  await scan(sharing, owner, [subnet('subnet-1')]);
  await scan(using, user, [subnet('subnet-1')]);
  const ofUser = { nativeId: 'subnet-1', awsAccountNumber: user, region: storedRegion };
  t.is(await accountOfMatch(using, ofUser), owner);
  t.is(await accountOfMatch(using, { ...ofUser, awsAccountNumber: owner }), owner);
  t.is(await accountOfMatch(using, { ...ofUser, awsAccountNumber: '333333333333' }), undefined);
});

test('finds a resource of an owner that is not scanned by the ARN of the owner', async (t) => {
  const using = await scans.makeAccount();
  await scan(using, user, [subnet('subnet-1')]);
  const arn = `arn:aws:ec2:${storedRegion}:${owner}:subnet/subnet-1`;
  t.is(await accountOfMatch(using, { arn }), user);
});

test('deletes the rows of cells that no scan reads any more, without a change', async (t) => {
  const account = await scans.makeAccount();
  const task = await account.begin([subnetType]);
  const { resources } = await collect({
    service: 'ec2',
    resourceTypes: [subnetType],
    region: storedRegion,
    awsAccountNumber: user,
    clients: scripted(() => ({ Subnets: [{ SubnetId: 'subnet-1', OwnerId: user }] })).clients,
  });
  await task.store(resources);
  await task.finish();
  await scans.database.withTenant(account.organizationId, (tenant) =>
    deleteObsoleteResources(tenant, account.accountId, [{ region: storedRegion, resourceType: subnetType }]),
  );
  t.deepEqual(await rows(account), []);
  t.deepEqual(await changeKinds(account), ['created']);
});
