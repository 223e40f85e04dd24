import test from 'ava';
import { refreshEnabledRegions } from '../../../../activities/discovery/aws/refresh-enabled-regions.ts';
import { createLogger } from '../../../../runtime/logger.ts';
import { useStoredScans } from '../../../support/inventory/stored-scan.ts';
import type { StoredAccount } from '../../../support/inventory/stored-scan.ts';
import { denied, scripted } from '../support/scripted-aws.ts';

const scans = useStoredScans();

const limiter = { acquire: () => Promise.resolve(), throttled: () => Promise.resolve() };

const refresh = ({ organizationId, accountId }: StoredAccount, answer: readonly string[] | Error) =>
  refreshEnabledRegions(
    { database: scans.database, logger: createLogger('test', 'silent') },
    {
      organizationId,
      accountId,
      clients: scripted(() =>
        answer instanceof Error ? answer : { Regions: answer.map((RegionName) => ({ RegionName })) },
      ).clients,
      limiter,
      region: 'us-east-1',
      signal: AbortSignal.timeout(60_000),
    },
  );

async function effectiveRegions({ accountId }: StoredAccount) {
  const [row] = await scans.owner.query<{ effective_regions: string[] }>(
    'select effective_regions from aws_accounts where id = $1',
    [accountId],
  );
  return row?.effective_regions;
}

test('a region that was enabled after the validation is scanned', async (t) => {
  const account = await scans.makeAccount();
  t.deepEqual(await refresh(account, ['me-south-1', 'eu-west-1']), ['eu-west-1', 'me-south-1']);
  t.deepEqual(await effectiveRegions(account), ['eu-west-1', 'me-south-1']);
  t.is(await refresh(account, ['eu-west-1', 'me-south-1']), undefined);
  t.is(await refresh(account, ['eu-west-1']), undefined, 'a short response removes no region');
});

test('the regions stay if AWS does not return them, and regions chosen by a user stay chosen', async (t) => {
  const account = await scans.makeAccount();
  for (const answer of [denied('ec2:DescribeRegions'), []]) {
    t.is(await refresh(account, answer), undefined);
    t.deepEqual(await effectiveRegions(account), ['eu-west-1']);
  }
  await scans.owner.query(`update aws_accounts set regions = '{eu-west-1,eu-west-2}' where id = $1`, [
    account.accountId,
  ]);
  await refresh(account, ['eu-west-1', 'eu-west-2', 'us-east-1']);
  t.deepEqual(await effectiveRegions(account), ['eu-west-1', 'eu-west-2']);
});
