import type { Grouping } from '../../../../domain/assistant/embedded/grouping.ts';
import type { View } from '../view.ts';
import { cueSet, genericCues } from './intent.ts';

/** The dimension that a question names: `which account has the most queues`. */
export function dimensionOf({ slots }: View): Grouping | undefined {
  if (slots.group !== undefined) return slots.group.by;
  const nouns: Readonly<Record<string, Grouping>> = {
    type: 'type',
    region: 'region',
    account: 'account',
    application: 'application',
    team: 'team',
    environment: 'environment',
    project: 'project',
    owner: 'team',
    tag: 'tag',
  };
  return slots.nouns.flatMap(({ noun }) => nouns[noun] ?? [])[0];
}

/** Cues of most questions about a set of records. */
export const setCues = `${genericCues} manage belong use`;
/** The slots that choose a set of resources. */
export const setSlots = cueSet<string>('types regions states tags conditions names namings excluded');

/** The nouns of a set of resources: the resources, and the dimension by which the answer tells them apart. */
export function dimensionNouns(view: View): ReadonlySet<string> {
  const by = dimensionOf(view);
  return new Set(['resource', ...(by === undefined ? [] : [by]), ...(by === 'team' ? ['owner'] : [])]);
}

/** Whether the question restricts the set by more than types. */
export function hasFilter({ slots, resolutions }: View): boolean {
  return (
    slots.regions.length +
      slots.states.length +
      slots.tags.length +
      slots.conditions.length +
      slots.namings.length +
      resolutions.length >
    0
  );
}
