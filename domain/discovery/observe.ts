import type { JsonObject } from '../json.ts';
import type { TypeCollector } from './collector.ts';
import { originOf } from './condition.ts';
import { normalise } from './normalise.ts';
import type { ObservedResource } from './observed-resource.ts';
import { first, replaceAt, type MutableJson } from './path.ts';
import { readTags } from './read-tags.ts';
import { redactTags, type KeyedHash } from './redact-secrets.ts';
import { readText, type ScanScope } from './text-expression.ts';

/** An item with its details, before and after it is made ready to be stored. */
export type RawItem = { [key: string]: MutableJson };
export type Observation = Omit<ObservedResource, 'configHash'>;

/**
 * Makes the resource of an item by its declaration; null when the item has no identifier. Uses `raw` up.
 *
 * @param tags tags that came from elsewhere than the item
 */
export function observe(
  collector: TypeCollector,
  raw: RawItem,
  tags: Readonly<Record<string, string>> | undefined,
  scope: ScanScope,
  hash: KeyedHash,
): Observation | null {
  const nativeId = readText(collector.nativeId, raw, scope);
  if (nativeId === null) return null;
  const allTags = tags ?? tagsInItem(collector, raw);
  const here = { ...scope, id: nativeId };
  const arn = collector.arn === undefined ? null : readText(collector.arn, raw, here);
  const name =
    (collector.name === undefined ? null : readText(collector.name, raw, here)) ?? allTags['Name'] ?? null;
  const origin = originOf(raw, allTags, collector.origin ?? []);
  dropTags(collector, raw);
  const { configuration, volatile } = normalise(raw, collector, hash);
  return {
    resourceType: collector.resourceType,
    nativeId,
    arn,
    name,
    tags: redactTags(allTags, hash),
    configuration,
    volatile,
    ...(origin === undefined ? {} : { origin }),
  };
}

/** The ARN alone, which joins an item to its tags. */
export function arnOf(collector: TypeCollector, raw: JsonObject, scope: ScanScope): string | null {
  const nativeId = readText(collector.nativeId, raw, scope);
  if (nativeId === null || collector.arn === undefined) return null;
  return readText(collector.arn, raw, { ...scope, id: nativeId });
}

/** Tags that the item carries itself. */
export function tagsInItem(collector: TypeCollector, raw: JsonObject): Record<string, string> {
  const path = tagPath(collector);
  return path === undefined ? {} : readTags(first(raw, path));
}

/** Tags have a column of their own and are hashed with it, not twice. */
function dropTags(collector: TypeCollector, raw: RawItem): void {
  const path = tagPath(collector);
  if (path !== undefined) replaceAt(raw, path, () => undefined);
}

/** Where tags that came by a call of their own wait in the item. */
export const TAGS_KEY = '$tags';

function tagPath({ tags }: TypeCollector): string | undefined {
  if (tags === undefined) return undefined;
  if ('path' in tags) return tags.path;
  return 'call' in tags ? TAGS_KEY : undefined;
}
