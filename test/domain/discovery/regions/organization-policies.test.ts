import test from 'ava';
import type { Probe } from '../../../../domain/connections/summarize-probes.ts';
import {
  deniedRegions,
  isExemptService,
  isRegionDenied,
  regionProbeServices,
  showsAllowedRegion,
} from '../../../../domain/discovery/regions/organization-policies.ts';
import { regionalServices } from '../../../../domain/discovery/declaration/resource-types.ts';
import { failuresOf, taskOutcome } from '../../../../domain/discovery/tasks/scan-outcomes.ts';

const probe = (service: string, region: string, outcome: Probe['outcome']): Probe => ({
  service,
  region,
  outcome,
  missingActions: [],
  message: `${service} in ${region}: ${outcome}`,
});

test('a region is denied when a policy denies two probes and the third is denied or unsupported', (t) => {
  const scp = 'denied_by_scp';
  t.true(isRegionDenied([scp, scp, scp]));
  t.true(isRegionDenied([scp, 'denied', scp]), 'a service can omit the type of the policy');
  t.true(isRegionDenied([scp, 'unsupported', scp]));
  for (const outcomes of [
    [],
    [scp],
    [scp, 'denied', 'denied'],
    [scp, scp, 'allowed'],
    [scp, scp, 'unknown'],
    ['denied', 'denied', 'denied'],
  ] as const)
    t.false(isRegionDenied(outcomes), outcomes.join());
});

test('finds the denied regions among the probes of a validation', (t) => {
  const probes = ['eu-west-1', 'us-east-1', 'ap-south-1'].flatMap((region) => [
    probe('acm', region, 'allowed'),
    probe('s3', region, 'allowed'),
    probe('athena', region, 'denied_by_scp'),
    ...regionProbeServices.map((service) =>
      probe(service, region, region === 'us-east-1' || service === 'sqs' ? 'denied_by_scp' : 'allowed'),
    ),
  ]);
  t.deepEqual([...deniedRegions(probes)], [['us-east-1', 'ec2 in us-east-1: denied_by_scp']]);
});

test('a region in which a call to any service succeeds is not denied', (t) => {
  const region = 'eu-west-1';
  const denied = regionProbeServices.map((service) => probe(service, region, 'denied_by_scp'));
  t.is(deniedRegions(denied).size, 1);
  t.is(
    deniedRegions([...denied, probe('athena', region, 'allowed')]).size,
    0,
    'policies allow a few services',
  );
  t.is(deniedRegions([...denied, probe('athena', 'us-east-1', 'allowed')]).size, 1);
});

test('the probe services are regional services without an exemption', (t) => {
  for (const service of regionProbeServices) {
    t.true(regionalServices().includes(service), service);
    t.false(isExemptService(service), service);
  }
});

test('only calls that policies do not exempt show that a region is allowed', (t) => {
  t.true(showsAllowedRegion('ec2', 'DescribeVpcs'));
  t.false(showsAllowedRegion('ec2', 'DescribeTransitGateways'));
  t.false(showsAllowedRegion('kms', 'ListKeys'));
});

test('blocked cells do not fail their task', (t) => {
  const blocked = { resourceType: 'AWS::SNS::Topic', outcome: 'blocked_by_scp' } as const;
  const complete = { resourceType: 'AWS::SNS::Subscription', outcome: 'complete' } as const;
  const denied = { resourceType: 'AWS::SNS::Subscription', outcome: 'denied' } as const;
  t.is(taskOutcome([blocked, { ...blocked, outcome: 'unsupported' }]), 'skipped');
  t.is(taskOutcome([blocked, complete]), 'succeeded');
  t.is(taskOutcome([blocked, denied]), 'failed');
  t.deepEqual(failuresOf([blocked, denied, complete]), [denied]);
});
