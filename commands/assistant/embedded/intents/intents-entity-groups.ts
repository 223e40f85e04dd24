import { entityGroupings, entityGroups, unitAccounts } from '../answers/entity-answers.ts';
import type { View } from '../view.ts';
import { setCues } from './about-set.ts';
import { askedEntity, entityNounsOf, entityQuery } from './entity-query.ts';
import { cueSet } from './intent.ts';
import type { Intent } from './intent.ts';

/** Intents that group records which are no resources, and accounts of organizational units. */
export const entityGroupIntents: readonly Intent[] = [
  {
    name: 'group of records',
    nouns: entityNounsOf,
    uses: cueSet(setCues),
    serves: cueSet('states names group'),
    score(view) {
      const entity = askedEntity(view);
      const by = groupingOf(view);
      return entity !== undefined &&
        by !== undefined &&
        !view.isSet &&
        (entityGroupings[entity] ?? []).includes(by)
        ? 6
        : undefined;
    },
    plan: (view) => entityGroups(entityQuery(view), groupingOf(view) ?? 'status'),
  },
  {
    name: 'accounts of an organizational unit',
    nouns: cueSet('account ou number'),
    uses: cueSet(`${setCues} more where`),
    serves: cueSet('names states excluded'),
    takesNames: true,
    takesWords: true,
    score: (view) =>
      view.noun('account') && !view.isSet && unitOf(view) !== undefined && view.slots.group === undefined
        ? 7.5
        : undefined,
    plan: (view) =>
      unitAccounts(
        unitOf(view) ?? '',
        view.slots.names.some(({ negated }) => negated),
      ),
  },
];

/** The grouping of records that are no resources: `projects by system`. */
function groupingOf(view: View): string | undefined {
  const by = view.slots.group?.by;
  const entity = askedEntity(view);
  if (entity === 'project' && view.slots.spans.some(({ text }) => /^(?:system|tool)s?$/i.test(text)))
    return 'system';
  return by === 'state' && entity === 'account' ? 'status' : by;
}

/** The organizational unit that a question names: `under the Workloads OU`, `under /Root/Workloads`. */
function unitOf({ slots, missing }: View): string | undefined {
  const path = slots.names.find(({ text }) => text.startsWith('/'))?.text;
  if (path !== undefined) return path;
  const isUnit = slots.nouns.some(({ noun }) => noun === 'ou');
  return isUnit ? (missing[0]?.name.text ?? slots.names[0]?.text) : undefined;
}
