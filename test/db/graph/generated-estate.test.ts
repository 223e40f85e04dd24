import test from 'ava';
import pg from 'pg';
import { createDocumentWorkers } from '../../../runtime/document-workers.ts';
import { openDatabase } from '../../../db/tenant.ts';
import { secretHashKey, unitSize } from '../../bench/graph/generated-estate.ts';
import { loadEstate } from '../../bench/graph/load-estate.ts';
import { measureEstateAccuracy, measureFixtureAccuracy } from '../../bench/graph/measure-accuracy.ts';
import { measureFull } from '../../bench/graph/measure-extraction.ts';
import { createTestDatabase } from '../../support/test-database.ts';

test('finds all edges of the estate of bench graph and of the fixtures, and no other one', async (t) => {
  t.timeout(300_000);
  const testDatabase = await createTestDatabase();
  const { url } = testDatabase;
  const database = openDatabase({ url, poolSize: 4 });
  const documents = createDocumentWorkers();
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  try {
    const estate = await loadEstate(url, 12 * unitSize);
    const dependencies = {
      database,
      documents,
      secretHashKeys: () => Promise.resolve(secretHashKey),
      statistics: { created: () => Promise.resolve() },
    };
    await measureFull({ dependencies, owner, estate, say });
    for (const figures of [await measureEstateAccuracy(owner, say), measureFixtureAccuracy(say)])
      for (const [name, { value }] of Object.entries(figures)) {
        if (name.startsWith('recall')) t.is(value, 100, `${name}\n${lines.join('\n')}`);
        if (name.startsWith('false')) t.is(value, 0, `${name}\n${lines.join('\n')}`);
      }
    const rules = ['DynamoDB::Table', 'RDS::DBCluster', 'SQS::Queue'].map(
      (type) => `AWS::Lambda::Function references AWS::${type}`,
    );
    for (const rule of [
      ...rules,
      'AWS::Route53::RecordSet points_to AWS::ElasticLoadBalancingV2::LoadBalancer',
    ])
      t.true(
        lines.some((line) => line.endsWith(`  ${rule}`)),
        rule,
      );
  } finally {
    await owner.end();
    await documents.close();
    await database.close();
    await testDatabase.drop();
  }
});
