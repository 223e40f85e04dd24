import test from 'ava';
import { compareEdges } from '../../bench/scan/compare-edges.ts';
import { connectEstate, connectedTypes } from '../../bench/scan/connect-estate.ts';
import { estateMix, fillEstate } from '../../bench/scan/estate.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import { eventually } from '../../support/eventually.ts';
import { measureRecall } from '../../support/graph/measure-recall.ts';
import { testStack } from '../../support/stack.ts';

const fixture = useScanFixture();

/** The estate of bench `scan`, with at most three resources of a type. */
const size = {
  mix: Object.fromEntries(Object.entries(estateMix).map(([type, count]) => [type, Math.min(count, 3)])),
  regions: ['eu-west-1', 'us-east-1'],
};

test('finds all edges of the scanned estate, and no other one', async (t) => {
  t.timeout(300_000);
  const { owner } = fixture;
  const account = await fixture.connectAccount(size.regions);
  const { awsEndpointUrl } = testStack();
  const role = { roleArn: '', externalId: '' };
  const estateAccount = { awsAccountNumber: account.awsAccountNumber, role };
  await fillEstate(awsEndpointUrl, estateAccount, size);
  const edges = await connectEstate(awsEndpointUrl, estateAccount, size);
  const { status } = await fixture.scan({
    aws_account_id: account.id,
    resource_types: [...Object.keys(estateMix), ...connectedTypes],
  });
  t.is(status, 'succeeded');
  await eventually(
    'the extraction after the scan',
    async () => {
      const [run] = await owner.query<{ status: string }>(
        "select status from runs where kind = 'extract_graph' and subject_id = $1",
        [account.id],
      );
      return run?.status === 'succeeded';
    },
    120,
  );
  const compared = await compareEdges(owner, account.id, edges);
  t.deepEqual(
    compared.flatMap(({ differences }) => differences),
    [],
  );
  t.true(compared.length >= 15);
  const parties = await owner.query<{ party: string }>(
    `select distinct r.resource_type || ' ' || e.relationship_type || ' ' || x.resource_type as party
     from relationships e join resources r on r.organization_id = e.organization_id and r.id = e.source_id
     join external_nodes x on x.organization_id = e.organization_id and x.id = e.target_id
     where r.aws_account_id = $1 and x.resource_type not like 'AWS::%' order by 1`,
    [account.id],
  );
  t.deepEqual(
    parties.map(({ party }) => party),
    [
      'AWS::IAM::Role trusts anyone',
      'AWS::IAM::Role trusts service',
      'AWS::KMS::Key allows_from account',
      'AWS::SNS::Topic allows_from account',
    ],
  );
  // The identifiers that a search of all texts finds have a relationship.
  const query = <T extends object>(text: string, values: readonly unknown[]) =>
    owner.query<T>(text, [...values]);
  const recall = await measureRecall(query, account.id);
  t.true(recall.named >= 50, `${recall.named} pairs`);
  t.true(recall.joined >= 0.98 * recall.named, recall.misses.join('\n'));
  t.deepEqual(recall.wrong, []);
});
