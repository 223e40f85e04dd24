import test from 'ava';
import { eventNameFits } from '../../../domain/changes/event-name-fits.ts';
import type { ChangeKind } from '../../../domain/values.ts';

const type = 'AWS::Rekognition::Project';

for (const [eventName, kinds] of [
  ['CreateProject', ['created', 'reappeared']],
  ['CreateProjectVersion', []],
  ['CopyProject', ['created', 'reappeared', 'updated']],
  ['UpdateProject', ['updated']],
  ['PutProjectPolicy', ['updated']],
  ['DeleteProject', ['deleted']],
  ['DeleteProjectPolicy', ['updated']],
] as const) {
  test(`of a type without a collector, ${eventName} fits ${kinds.join(', ') || 'nothing'}`, (t) => {
    const all: readonly ChangeKind[] = ['created', 'reappeared', 'updated', 'deleted'];
    t.deepEqual(
      all.filter((kind) => eventNameFits(eventName, kind, type)),
      [...kinds],
    );
  });
}
