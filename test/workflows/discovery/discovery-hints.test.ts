import test from 'ava';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import { readDiscoveryHints } from '../../../activities/discovery/read-discovery-hints.ts';
import type { AwsCaller } from '../../../clients/aws/aws-caller.ts';

const fixture = useScanFixture();

const limiterOf = () => ({ acquire: () => Promise.resolve(), throttled: () => Promise.resolve() });

test('derives Cloud Control types from the ARNs of tagged resources', async (t) => {
  const clients: AwsCaller = {
    call: async ({ client, region }) =>
      client === 'resource-groups-tagging-api'
        ? {
            ResourceTagMappingList: [{ ResourceARN: `arn:aws:ivs:${region}:111111111111:channel/a` }],
            PaginationToken: '',
          }
        : Promise.reject(Object.assign(new Error('no index'), { name: 'UnauthorizedException' })),
  };
  const failures: string[] = [];
  const cells = await readDiscoveryHints({
    clients,
    regions: ['eu-west-1', 'us-east-1'],
    limiterOf,
    signal: new AbortController().signal,
    onFailure: (region, source) => failures.push(`${region} ${source}`),
  });
  t.deepEqual(cells, [
    { region: 'eu-west-1', resourceType: 'AWS::IVS::Channel' },
    { region: 'us-east-1', resourceType: 'AWS::IVS::Channel' },
  ]);
  t.deepEqual(failures, ['eu-west-1 resource-explorer-2', 'us-east-1 resource-explorer-2']);
});

test('reads a requested type through Cloud Control, and reads it again in every later full scan', async (t) => {
  const account = await fixture.connectAccount();
  const response = await fetch(String(process.env['TEST_AWS_ENDPOINT_URL']), {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=root-${account.awsAccountNumber}/20260101/eu-west-1/forecast/aws4_request, SignedHeaders=host, Signature=none`,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AmazonForecast.CreateDatasetGroup',
    },
    body: JSON.stringify({ DatasetGroupName: 'demand', Domain: 'RETAIL', DatasetArns: [] }),
  });
  t.is(response.status, 200);
  const named = await fixture.scan({
    aws_account_id: account.id,
    resource_types: ['AWS::Forecast::DatasetGroup'],
  });
  t.deepEqual([named.status, named.counts.created], ['succeeded', 1]);
  const full = await fixture.scan({ aws_account_id: account.id, regions: ['eu-west-1'] });
  const tasks = await fixture.owner.query<{ resource_types: string[]; status: string }>(
    "select resource_types, status from scan_tasks where scan_id = $1 and service = 'cloudcontrol'",
    [full.id],
  );
  t.true(tasks.some(({ resource_types: types }) => types.includes('AWS::Forecast::DatasetGroup')));
  const [row] = await fixture.owner.query<{ status: string }>(
    "select status from resources where aws_account_id = $1 and resource_type = 'AWS::Forecast::DatasetGroup'",
    [account.id],
  );
  t.is(row?.status, 'active');
});
