import test from 'ava';
import type { ExecutionContext } from 'ava';
import {
  assertAddresses,
  assertFigures,
  entriesOf,
  projectOf,
  untilMatched,
} from '../../support/mapping/assert-shop.ts';
import { applyRecordedShop } from '../../support/mapping/recorded-shop.ts';
import { beforeTheMove } from '../../support/mapping/shop-code.ts';
import type { ShopCode } from '../../support/mapping/shop-code.ts';
import {
  connectShop,
  createShopAccount,
  rescan,
  syncState,
  useShopFixture,
} from '../../support/mapping/shop-fixture.ts';
import type { ShopAccount } from '../../support/mapping/shop-fixture.ts';
import { hasTerraform, openTerraform } from '../../support/mapping/terraform.ts';
import { eventually } from '../../support/eventually.ts';

const fixture = useShopFixture();

const lostAddress = 'module.service["payments"].aws_cloudwatch_log_group.this';
const logGroup = 'AWS::Logs::LogGroup';

const testWithTerraform = hasTerraform() ? test.serial : test.serial.skip;
testWithTerraform(
  'every address of an applied Terraform project has its resource, file and line',
  async (t) => {
    t.timeout(900_000);
    const account = await createShopAccount();
    const terraform = await openTerraform(account.awsAccountNumber);
    try {
      await followShop(t, account, (code) => terraform.apply(code));
    } finally {
      await terraform.close();
    }
  },
);

test.serial('every address of a recorded Terraform state has its resource, file and line', async (t) => {
  t.timeout(600_000);
  const account = await createShopAccount();
  await followShop(t, account, await applyRecordedShop(account));
});

/**
 * Applies the code, connects the shop, compares its mappings with the code, and applies again after a resource was deleted
 * without Terraform.
 */
async function followShop(
  t: ExecutionContext,
  account: ShopAccount,
  apply: (code: ShopCode) => Promise<readonly string[]>,
): Promise<void> {
  const before = await apply(beforeTheMove(account.code));
  t.true(before.includes('aws_sns_topic.alarms'));
  await account.call('sqs', 'CreateQueue', { QueueName: 'made-by-hand' });
  await account.call('cloudwatch-logs', 'CreateLogGroup', { logGroupName: '/made/by/hand' }, 'eu-central-1');
  const unmanaged = [
    'AWS::SQS::Queue made-by-hand',
    'AWS::Logs::LogGroup /made/by/hand',
    `AWS::S3::Bucket ${account.stateBucket}`,
    'AWS::IAM::Role inventory',
  ];
  const shop = await connectShop(fixture, account);
  await untilMatched(shop);
  await assertAddresses(t, shop, before);
  await assertFigures(t, shop, unmanaged);

  await account.call('cloudwatch-logs', 'DeleteLogGroup', { logGroupName: '/shop/payments' });
  await rescan(shop, logGroup);
  const missing = await eventually('the missing entry', async () => {
    const project = await projectOf(shop);
    return project.missing_total > 0 ? project.missing : undefined;
  });
  t.like(missing, [{ address: lostAddress, resource_type: logGroup, management_state: 'managed_missing' }]);
  t.is(missing.length, 1);
  await assertFigures(t, shop, unmanaged);

  const after = await apply(account.code);
  t.true(after.includes('aws_sns_topic.alerts'));
  await syncState(shop);
  await rescan(shop, logGroup);
  await eventually('the created log group to be matched', async () => {
    const entry = (await entriesOf(shop)).find(({ address }) => address === lostAddress);
    return entry?.class === 'matched';
  });
  await assertAddresses(t, shop, after);
  await assertFigures(t, shop, unmanaged);
  t.is((await projectOf(shop)).missing_total, 0);
}
