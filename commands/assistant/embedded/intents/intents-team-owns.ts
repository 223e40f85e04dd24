import { refusalAnswer } from '../answers/fixed-answers.ts';
import { teamOwnsAnswer } from '../answers/ownership-answers.ts';
import type { Resolved } from '../resolve-names.ts';
import type { View } from '../view.ts';
import { cueSet, genericCues } from './intent.ts';
import type { Intent } from './intent.ts';

/** The intent that asks whether a team owns a record. */
export const teamOwnsIntents: readonly Intent[] = [
  {
    name: 'whether a team owns',
    uses: cueSet(`own belong ${genericCues}`),
    serves: cueSet('names regions types'),
    score: (view) =>
      view.has('own') &&
      view.records(['team']).some(({ name }) => name.kind === 'team') &&
      ownedOf(view) !== undefined &&
      /^(?:does|do|is|are|did)\b/i.test(view.slots.spans[0]?.text ?? '') &&
      !view.has('list', 'howmany')
        ? 9
        : undefined,
    *plan(view) {
      const [team] = view.records(['team']).filter(({ name }) => name.kind === 'team');
      const owned = ownedOf(view);
      const [row] = team?.found ?? [];
      if (owned === undefined || row === undefined) return refusalAnswer();
      return yield* teamOwnsAnswer(row.row, owned.kind, owned.row);
    },
  },
];

/** The application or resource of which a question asks whether a team owns it. */
function ownedOf(view: View): Resolved | undefined {
  const others = view.resolutions.filter(
    ({ name, found }) => name.kind !== 'team' && name.role !== 'place' && found.length > 0,
  );
  return others.length === 1
    ? others[0]?.found.find(({ kind }) => kind === 'application' || kind === 'resource')
    : undefined;
}
