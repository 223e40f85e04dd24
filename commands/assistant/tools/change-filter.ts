import { z } from 'zod';
import { changeKinds, changeSources } from '../../../domain/values.ts';
import type { ChangeFilter } from '../../../db/changes/change-read-model.ts';
import { named, oneOrMore, resourceFilters, timeOf, valuesOf, window } from './parameters.ts';
import { currentFilter } from './resource-filter.ts';
import type { ResolvedNames } from './resolve-names.ts';

/** The filters of `GET /changes`, and the resource. */
export const changeFilters = {
  resource: named('One resource').optional(),
  kind: oneOrMore(z.enum(changeKinds)),
  source: oneOrMore(z.enum(changeSources)),
  actor: oneOrMore(z.string().min(1).max(2048)).describe('ARN or name of the actor'),
  explained: z
    .boolean()
    .optional()
    .describe('Whether an execution, plan or pull request explains the change'),
  ...window,
  ...resourceFilters,
};

const Arguments = z.object(changeFilters);

/** Returns the filter that the arguments describe. Filters on resources apply to their current state. */
export function changeFilter(args: z.output<typeof Arguments>, names: ResolvedNames): ChangeFilter {
  return {
    resourceId: names.ids.resource?.[0],
    kinds: valuesOf(args.kind),
    sources: valuesOf(args.source),
    actors: valuesOf(args.actor),
    explained: args.explained,
    since: timeOf(args.since),
    until: timeOf(args.until),
    resources: currentFilter(args, names),
  };
}
