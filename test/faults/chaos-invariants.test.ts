import { randomUUID } from 'node:crypto';
import test from 'ava';
import { useScanFixture } from '../support/discovery/use-scan-fixture.ts';
import type { ConnectedAccount } from '../support/discovery/scan-fixture.ts';
import { testStack } from '../support/stack.ts';
import { findViolations } from './chaos/invariants.ts';
import { estateScan, makeEstate } from './support/estate.ts';

const fixture = useScanFixture();

test('finds each violation that the chaos test looks for, and none after a scan', async (t) => {
  const { owner, organizationId } = fixture;
  const account = await fixture.connectAccount(['eu-west-1', 'us-east-1']);
  await makeEstate(account, { size: 2, logGroups: 2 });
  await fixture.scan(estateScan(account));
  const tenants = [{ organizationId, token: '', accounts: [account] as const }];
  const violations = async (quietSeconds?: number) =>
    (await findViolations(owner, testStack().temporalAddress, tenants, quietSeconds)).map(
      (text) => text.split(':')[0] ?? '',
    );
  t.deepEqual(await violations(), []);
  await violate(organizationId, account);
  t.deepEqual((await violations(0)).toSorted(), [
    'audit chains whole',
    'no active run after the load',
    'no active run without a workflow',
    'no lock without a run',
    'no resource deleted that AWS holds',
    'no resource of another tenant',
    'no resource twice',
    'one revision and one change per change of a resource',
  ]);
});

async function violate(organizationId: string, account: ConnectedAccount): Promise<void> {
  const { owner } = fixture;
  const scan = randomUUID();
  // The sweeper starts workflows of runs that are some seconds old.
  await owner.query(
    `insert into runs (organization_id, kind, subject_id, status, created_at)
     values ($1, 'sync_accounts', $2, 'queued', now() + interval '1 hour'), ($1, 'scan', $2, 'cancelled', now())`,
    [organizationId, scan],
  );
  await owner.query(
    `insert into scans (organization_id, id, trigger, status)
     select organization_id, id, 'manual', 'cancelled' from runs where kind = 'scan' and subject_id = $1`,
    [scan],
  );
  await owner.query(
    `insert into scan_accounts (organization_id, scan_id, aws_account_id, region_set, resource_type_set)
     select organization_id, id, $2, text_set(null), text_set(null) from runs
     where kind = 'scan' and subject_id = $1`,
    [scan, account.id],
  );
  const one = (type: string) => `(select id from resources where resource_type = '${type}' limit 1)`;
  await owner.query(
    `update resources set status = 'deleted', deleted_at = now() where id = ${one('AWS::SQS::Queue')}`,
  );
  await owner.query(
    `update resources set arn = replace(arn, $1, '000000000000') where id = ${one('AWS::SNS::Topic')}`,
    [account.awsAccountNumber],
  );
  await owner.query(
    `insert into resources
       (organization_id, aws_account_id, region, resource_type, native_id, arn, config_hash, rule_set)
     select organization_id, aws_account_id, region, resource_type, native_id || '-2', arn, config_hash, rule_set
     from resources where id = ${one('AWS::DynamoDB::Table')}`,
  );
  await owner.query('delete from changes where id = (select id from changes limit 1)');
  await owner.query(
    `set session_replication_role = replica;
     update audit_entries set action = 'nothing' where sequence = 1;
     set session_replication_role = origin`,
  );
}
