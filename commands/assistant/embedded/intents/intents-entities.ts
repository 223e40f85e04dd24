import { entityCount, entityList } from '../answers/entity-answers.ts';
import { setCues } from './about-set.ts';
import { askedEntity, entityNounsOf, entityQuery, isComparedByWork } from './entity-query.ts';
import { cueSet } from './intent.ts';
import type { Intent } from './intent.ts';

/** Intents that count or list records which are no resources. */
export const entityIntents: readonly Intent[] = [
  {
    name: 'count records',
    nouns: entityNounsOf,
    uses: cueSet(`${setCues} related`),
    serves: cueSet('states names window'),
    score: (view) =>
      view.has('howmany') && askedEntity(view) !== undefined && !view.isSet && !isComparedByWork(view)
        ? 5
        : undefined,
    *plan(view) {
      const query = entityQuery(view);
      const text = yield* entityCount(query);
      // `how many, and what are they called`
      return view.has('what', 'list', 'which') ? `${text}\n${yield* entityList(query)}` : text;
    },
  },
  {
    name: 'list records',
    nouns: entityNounsOf,
    uses: cueSet(`${setCues} related own`),
    serves: cueSet('states names window'),
    score(view) {
      const entity = askedEntity(view);
      if (
        entity === undefined ||
        view.isSet ||
        isComparedByWork(view) ||
        view.has('howmany') ||
        (view.has('own') && entity !== 'application')
      )
        return undefined;
      return view.slots.nouns.some(({ noun, plural }) => noun === entity && plural) || view.has('exist')
        ? 5
        : 3;
    },
    plan: (view) => entityList(entityQuery(view)),
  },
];
