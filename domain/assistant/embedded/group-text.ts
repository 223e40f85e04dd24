import type { Grouping } from './grouping.ts';
import type { OkReply, ReplyGroup } from './tool-reply.ts';
import { titleOfType } from './type-names.ts';
import { joinTexts, listedRows, plain } from './write-text.ts';

/** Returns a line for each of the first groups, largest first. */
export function groupText(
  { groups, truncated }: Pick<OkReply, 'groups' | 'truncated'>,
  by: Grouping,
): string {
  if (groups.length === 0) return 'There are no groups.';
  const sorted = groups.toSorted((one, other) => other.count - one.count);
  const lines = sorted.slice(0, listedRows).map((group) => `- ${labelOf(group, by)}: ${group.count}`);
  const hasMore = truncated || groups.length > listedRows;
  return [...lines, ...(hasMore ? ['There are smaller groups.'] : [])].join('\n');
}

/**
 * Returns the largest or smallest group with a value, or all with the same count; `undefined` without groups.
 * @param empty the records without a group, as citations
 */
export function leadingGroup(
  { groups }: Pick<OkReply, 'groups'>,
  by: Grouping,
  extreme: 'most' | 'fewest',
  empty: readonly string[] = [],
): string | undefined {
  if (extreme === 'fewest' && empty.length > 0) return leadersText(empty, 0);
  const valued = groups.filter(({ key }) => key !== null);
  const counts = valued.map(({ count }) => count);
  const best = extreme === 'most' ? Math.max(...counts) : Math.min(...counts);
  const leaders = valued.filter(({ count }) => count === best);
  if (leaders.length === 0) return undefined;
  return leadersText(
    leaders.map((group) => labelOf(group, by)),
    best,
  );
}

const listedLeaders = 5;

function leadersText(names: readonly string[], count: number): string {
  const hidden = names.length - listedLeaders;
  const shown = [...names.slice(0, listedLeaders), ...(hidden > 0 ? [`${hidden} more`] : [])];
  return `${joinTexts(shown)}, with ${count}${names.length > 1 ? ' each' : ''}`;
}

/** Returns the value of a group with the reference of its record. */
export function labelOf({ key, name, entity }: ReplyGroup, by: Grouping): string {
  if (key === null) return `(no ${by === 'tag' ? 'tag' : by})`;
  const ref = entity === undefined ? '' : `[${entity}]`;
  const text = name ?? (entity === undefined ? key : '');
  const title = by === 'type' && titleOfType(text) !== text ? `${titleOfType(text)} (${text})` : plain(text);
  return [title, ref].filter((part) => part !== '').join(' ');
}
