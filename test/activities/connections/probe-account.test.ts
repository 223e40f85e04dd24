import test from 'ava';
import { probeAccount } from '../../../activities/connections/probe-account.ts';
import { awsError, scripted } from '../discovery/support/scripted-aws.ts';

const refused = (reason: string): Error =>
  awsError(
    'UnauthorizedOperation',
    403,
    `User: x is not authorized to perform: ec2:DescribeRegions ${reason}`,
  );

test('an account without a list of regions has a failed check, whatever denies the call', async (t) => {
  const byPolicy = 'with an explicit deny in a service control policy';
  for (const [reason, check, missing] of [
    [byPolicy, 'enabled_regions', []],
    ['because no identity-based policy allows it', 'probe:ec2', ['ec2:DescribeRegions']],
  ] as const) {
    const { clients } = scripted(({ operation }) => (operation === 'DescribeRegions' ? refused(reason) : {}));
    const probed = await probeAccount({
      caller: clients,
      partition: 'aws',
      region: 'us-east-1',
      chosen: ['eu-west-1'],
    });
    const failed = probed.checks.filter(({ ok }) => !ok);
    t.deepEqual(
      failed.map((one) => one.check),
      [check],
    );
    t.regex(failed[0]?.message ?? '', new RegExp(reason));
    t.deepEqual(probed.missingPermissions, [...missing]);
    t.is(probed.enabledRegions, undefined);
  }
});
