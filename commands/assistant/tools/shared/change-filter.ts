import { z } from 'zod';
import { changeKinds, changeSources } from '../../../../domain/values.ts';
import type { ChangeFilter } from '../../../../db/changes/change-read-model.ts';
import { named, oneOrMore, resourceFilterParameters, asDate, asValues, window } from './parameters.ts';
import { currentFilter } from './resource-filter.ts';
import type { ResolvedNames } from './resolve-names.ts';

/** The filters of `GET /changes`, and the resource. */
export const changeFilterParameters = {
  resource: named('One resource').optional(),
  kind: oneOrMore(z.enum(changeKinds)),
  source: oneOrMore(z.enum(changeSources)),
  actor: oneOrMore(z.string().min(1).max(2048)).describe('ARN or name of the actor'),
  explained: z
    .boolean()
    .optional()
    .describe('Whether an execution, plan or pull request explains the change'),
  ...window,
  ...resourceFilterParameters,
};

const Arguments = z.object(changeFilterParameters);

/** Returns the filter that the arguments describe. Filters on resources apply to their current state. */
export function changeFilter(args: z.output<typeof Arguments>, names: ResolvedNames): ChangeFilter {
  return {
    resourceId: names.ids.resource?.[0],
    kinds: asValues(args.kind),
    sources: asValues(args.source),
    actors: asValues(args.actor),
    explained: args.explained,
    since: asDate(args.since),
    until: asDate(args.until),
    resources: currentFilter(args, names),
  };
}
