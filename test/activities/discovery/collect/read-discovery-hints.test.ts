import test from 'ava';
import { readDiscoveryHints } from '../../../../activities/discovery/collect/read-discovery-hints.ts';
import type { AwsCaller } from '../../../../clients/aws/aws-caller.ts';

const limiterOf = () => ({ acquire: () => Promise.resolve(), throttled: () => Promise.resolve() });
const noIndex = () => Promise.reject(Object.assign(new Error('no index'), { name: 'UnauthorizedException' }));

async function hintsOf(clients: AwsCaller) {
  const failures: string[] = [];
  const cells = await readDiscoveryHints({
    clients,
    regions: ['eu-west-1', 'us-east-1'],
    limiterOf,
    signal: new AbortController().signal,
    onFailure: (region, source) => failures.push(`${region} ${source}`),
  });
  return { cells, failures };
}

test('derives Cloud Control types from the ARNs of tagged resources', async (t) => {
  const { cells, failures } = await hintsOf({
    call: async ({ client, region }) =>
      client === 'resource-groups-tagging-api'
        ? {
            ResourceTagMappingList: [{ ResourceARN: `arn:aws:ivs:${region}:111111111111:channel/a` }],
            PaginationToken: '',
          }
        : noIndex(),
  });
  t.deepEqual(cells, [
    { region: 'eu-west-1', resourceType: 'AWS::IVS::Channel' },
    { region: 'us-east-1', resourceType: 'AWS::IVS::Channel' },
  ]);
  t.deepEqual(failures, ['eu-west-1 resource-explorer-2', 'us-east-1 resource-explorer-2']);
});

test('reads every page of the index of Resource Explorer, which can hold resources of other regions', async (t) => {
  const channel = (region: string, index: number) => ({
    Arn: `arn:aws:ivs:${region}:111111111111:channel/${index}`,
  });
  const last = [
    { Arn: 'arn:aws:codeartifact:us-east-1:111111111111:domain/packages' },
    { Arn: 'arn:aws:codeartifact:ap-south-1:111111111111:domain/not-selected' },
    { Arn: 'arn:aws:billingconductor::111111111111:pricingplan/p1' },
  ];
  // As AWS does: no token for pages of 1,000, and at most MaxResults resources on a page.
  const resources = [...Array.from({ length: 1_500 }, (_, index) => channel('eu-west-1', index)), ...last];
  const { cells, failures } = await hintsOf({
    call: ({ client, operation, region, input }) => {
      if (client !== 'resource-explorer-2') return Promise.resolve({ ResourceTagMappingList: [] });
      if (operation !== 'ListResources' || region !== 'eu-west-1') return noIndex();
      const { MaxResults = 100, NextToken = '0' } = input as { MaxResults?: number; NextToken?: string };
      const end = Number(NextToken) + MaxResults;
      const hasNext = end < resources.length && MaxResults < 1_000;
      return Promise.resolve({
        Resources: resources.slice(Number(NextToken), end),
        ...(hasNext ? { NextToken: String(end) } : {}),
      });
    },
  });
  t.deepEqual(cells, [
    { region: 'eu-west-1', resourceType: 'AWS::IVS::Channel' },
    { region: 'global', resourceType: 'AWS::BillingConductor::PricingPlan' },
    { region: 'us-east-1', resourceType: 'AWS::CodeArtifact::Domain' },
  ]);
  t.deepEqual(failures, ['us-east-1 resource-explorer-2']);
});
