import test from 'ava';
import { documentedRecords } from '../../support/changes/documented-records.ts';
import { judgeAttributions } from '../../support/changes/judge-attributions.ts';
import { modelRecords } from '../../support/changes/model-records.ts';

test('names the person of each recorded call, and nobody else', (t) => {
  const { operations, services, changes, right, wrong, missed } = judgeAttributions([
    ...documentedRecords,
    ...modelRecords,
  ]);
  t.deepEqual(wrong, []);
  t.true(right / changes >= 0.95, missed.join('\n'));
  t.true(operations >= 150, String(operations));
  t.true(services >= 50, String(services));
});
