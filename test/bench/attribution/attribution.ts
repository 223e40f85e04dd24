import { documentedRecords } from '../../support/changes/documented-records.ts';
import { judgeAttributions } from '../../support/changes/judge-attributions.ts';
import type { Judgements } from '../../support/changes/judge-attributions.ts';
import { modelRecords } from '../../support/changes/model-records.ts';
import type { Bench, Figure } from '../bench.ts';

const wantedOperations = 150;
const wantedServices = 50;
const wantedPercent = 95;

/** Attributes the changes of recorded calls to their actors, among calls of other people. */
export const attribution: Bench = {
  name: 'attribution',
  summary: 'changes attributed to the people of CloudTrail records: right, wrong and unknown names',
  run({ say }) {
    const all = judgeAttributions([...documentedRecords, ...modelRecords]);
    const documented = judgeAttributions(documentedRecords);
    for (const title of all.wrong) say(`wrong: ${title}`);
    for (const title of all.missed) say(`unknown: ${title}`);
    return Promise.resolve({
      operations: atLeast(all.operations, wantedOperations, 'operations'),
      services: atLeast(all.services, wantedServices, 'services'),
      documented: {
        value: documented.operations,
        unit: 'operations with a record of the documentation',
        ok: true,
      },
      changes: { value: all.changes, unit: 'changes', ok: true },
      wrong: { value: all.wrong.length, unit: 'names', target: '= 0', ok: all.wrong.length === 0 },
      right: atLeast(percentOf(all), wantedPercent, '% of the changes'),
      right_documented: atLeast(
        percentOf(documented),
        wantedPercent,
        '% of the changes of documented records',
      ),
      exact: { value: (100 * all.exact) / all.changes, unit: '% of the changes', ok: true },
    });
  },
};

function percentOf({ right, changes }: Judgements): number {
  return (100 * right) / changes;
}

function atLeast(value: number, wanted: number, unit: string): Figure {
  return { value, unit, target: `>= ${wanted}`, ok: value >= wanted };
}
