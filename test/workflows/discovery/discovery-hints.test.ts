import test from 'ava';
import { currentTemplateVersion } from '../../../domain/connections/template-version.ts';
import { injectFault } from '../../support/aws-emulator-proxy.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';

const fixture = useScanFixture();

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

test('does not plan a type that the role cannot list, and names the missing action in the ledger', async (t) => {
  const account = await fixture.connectAccount();
  await fixture.owner.query("update aws_accounts set cloud_control_groups = '{}' where id = $1", [
    account.id,
  ]);
  const type = 'AWS::Forecast::DatasetGroup';
  const scan = await fixture.scan({ aws_account_id: account.id, resource_types: [type, 'AWS::SQS::Queue'] });
  t.is(scan.status, 'succeeded');
  const tasks = await fixture.owner.query<{ service: string }>(
    'select distinct service from scan_tasks where scan_id = $1',
    [scan.id],
  );
  t.deepEqual(tasks, [{ service: 'sqs' }]);
  const cells = await fixture.owner.query<{ outcome: string; error_code: string; error: string }>(
    'select distinct outcome, error_code, error from coverage_cells where aws_account_id = $1 and resource_type = $2',
    [account.id, type],
  );
  t.deepEqual(cells, [
    {
      outcome: 'not_permitted',
      error_code: 'NotPermitted',
      error:
        'The role template does not grant the action forecast:ListDatasetGroups to this role. ' +
        'The permission group ai-services of the template grants it.',
    },
  ]);
  await fixture.owner.query('update aws_accounts set cloud_control_groups = $2 where id = $1', [
    account.id,
    ['ai-services'],
  ]);
  t.is((await fixture.scan({ aws_account_id: account.id, resource_types: [type] })).status, 'succeeded');
  const outcomes = await fixture.owner.query<{ outcome: string }>(
    'select distinct outcome from coverage_cells where aws_account_id = $1 and resource_type = $2',
    [account.id, type],
  );
  t.deepEqual(outcomes, [{ outcome: 'complete' }]);
});

test('a denied type is not_permitted if an outdated role has never read it, and denied if it has', async (t) => {
  const { id, awsAccountNumber: account } = await fixture.connectAccount();
  const scan = (...types: readonly string[]) =>
    fixture.scan({ aws_account_id: id, regions: ['eu-west-1'], resource_types: [...types] });
  const outcomes = () =>
    fixture.owner.query<{ resource_type: string; outcome: string; error: string | null }>(
      'select resource_type, outcome, error from coverage_cells where aws_account_id = $1 order by resource_type',
      [id],
    );
  const [sns, sqs] = ['AWS::SNS::Topic', 'AWS::SQS::Queue'];
  await scan(sns);
  for (const service of ['sns', 'sqs'])
    await injectFault({ id: `${service}-${account}`, account, service, kind: 'deny' });
  const current = await scan(sns, sqs);
  t.is(current.status, 'failed', 'the version of the role is unknown');
  await fixture.owner.query("update aws_accounts set template_version = '1' where id = $1", [id]);
  t.is((await scan(sqs)).status, 'succeeded');
  const both = await scan(sns, sqs);
  t.deepEqual([both.status, both.failures.map(({ resource_type: type }) => type)], ['partial', [sns]]);
  const [ofSns, ofSqs] = await outcomes();
  t.is(ofSns?.outcome, 'denied');
  t.like(ofSqs, {
    outcome: 'not_permitted',
    error: `The role of template version 1 lacks the action sqs:ListQueues. Update it to version ${currentTemplateVersion}.`,
  });
});
