import type {
  ItemCondition,
  DetailCall,
  TypeCollector,
} from '../../../domain/discovery/declaration/collector.ts';
import { TAGS_KEY, tagPath } from '../../../domain/discovery/observation/observe.ts';
import type { RawItem } from '../../../domain/discovery/observation/observe.ts';
import type { UnreadablePart } from '../../../domain/discovery/observation/unreadable-part.ts';
import type { UnreadableReason } from '../../../domain/values.ts';
import { classifyAwsError } from '../../../clients/aws/classify-aws-error.ts';

/** Returns the parts that a failed detail call should have read. `action` is its IAM action. */
export function partsOfDetail(
  collector: TypeCollector,
  detail: DetailCall,
  error: unknown,
  action: string | undefined,
): readonly UnreadablePart[] {
  const failure = failureOf(error, action);
  if (detail.into === TAGS_KEY) return [{ part: 'tags', scope: 'tags', ...failure }];
  const keys = keysOfDetail(detail);
  if (keys.length > 0) return keys.map((part) => ({ part, scope: 'key', ...failure }));
  const others = (collector.details ?? []).flatMap(keysOfDetail);
  return [{ part: detail.operation, scope: 'rest', except: others, ...failure }];
}

/** Returns the keys that a detail call sets; none when it merges the whole response. */
export function keysOfDetail({ into, pick = [] }: DetailCall): readonly string[] {
  return into === undefined ? pick : [into];
}

/** Returns the part of members that a failed call should have read. */
export function unreadableMembers(part: string, error: unknown, action: string | undefined): UnreadablePart {
  return { part, scope: 'key', ...failureOf(error, action) };
}

/** Returns the part `tags` for tags that a failed call should have read. */
export function unreadableTags(error: unknown, action: string): UnreadablePart {
  return { part: 'tags', scope: 'tags', ...failureOf(error, action) };
}

/**
 * Returns the unreadable part on which a detail call depends: its conditions or input need a key of the item that the
 * part would have provided. `undefined` when the item itself shows that the call does not apply.
 */
export function missingFor(
  item: RawItem,
  conditions: readonly ItemCondition[],
  unreadable: readonly UnreadablePart[],
): UnreadablePart | undefined {
  const keys = conditions.map((condition) => ('tag' in condition ? undefined : keyOf(condition.path)));
  return unreadable.find(({ part, scope }) =>
    scope === 'rest'
      ? keys.some((key) => key === undefined || !Object.hasOwn(item, key))
      : scope === 'key' && keys.includes(part),
  );
}

/** Adds the part `tags` when the tags are in a part of the item that could not be read. */
export function withTagsInParts(
  collector: TypeCollector,
  item: RawItem,
  unreadable: readonly UnreadablePart[],
): readonly UnreadablePart[] {
  const path = tagPath(collector);
  if (path === undefined || path === TAGS_KEY) return unreadable;
  const key = keyOf(path);
  const lost = unreadable.find(({ part, scope }) =>
    scope === 'rest' ? !Object.hasOwn(item, key) : scope === 'key' && part === key,
  );
  if (lost === undefined) return unreadable;
  return [...unreadable, { part: 'tags', scope: 'tags', reason: lost.reason, action: lost.action }];
}

function failureOf(error: unknown, action: string | undefined): Pick<UnreadablePart, 'reason' | 'action'> {
  const { outcome, missingAction } = classifyAwsError(error);
  const reason: UnreadableReason = outcome === 'denied' || outcome === 'throttled' ? outcome : 'error';
  return outcome === 'denied' ? { reason, action: missingAction ?? action } : { reason };
}

/** Returns the first key of a path. */
function keyOf(path: string): string {
  return path.split(/[.[]/)[0] ?? path;
}
