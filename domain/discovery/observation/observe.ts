import { defined } from '../../defined.ts';
import type { JsonObject, MutableJson } from '../../json/json.ts';
import { originRulesOf } from '../../mapping/origin-rules.ts';
import type { TypeCollector } from '../declaration/collector.ts';
import { originOf } from '../declaration/condition.ts';
import { declaredPlace, homeOf } from '../declaration/home.ts';
import { normalise } from './normalise.ts';
import type { ObservedResource } from './observed-resource.ts';
import { first, replaceAt } from '../../json/path.ts';
import { readTags } from './read-tags.ts';
import { earliestTime } from './read-observed-time.ts';
import { redactCredentialPatterns, redactTags } from '../../secrets/redact-secrets.ts';
import type { KeyedHash } from '../../secrets/redact-secrets.ts';
import { readText } from '../declaration/text-expression.ts';
import type { ScanScope } from '../declaration/text-expression.ts';

/** An item as a list call of AWS returned it, to which the results of its detail calls are added. */
export type RawItem = { [key: string]: MutableJson };

/**
 * Converts an item to an observed resource, as its collector declares; `activities/` adds the hash. Returns undefined when the item
 * has no identifier.
 *
 * @param raw the item; this function modifies it
 * @param tags tags from the tagging API; absent: the item's own tags are used
 */
export function observe(
  collector: TypeCollector,
  raw: RawItem,
  tags: Readonly<Record<string, string>> | undefined,
  scope: ScanScope,
  hash: KeyedHash,
): Omit<ObservedResource, 'configHash'> | undefined {
  const found = identify(collector, raw, tags, scope);
  if (found === undefined) return undefined;
  const identity = redactIdentity(found, hash);
  const name = identity.name ?? labelOf(collector, raw, { ...scope, id: identity.nativeId }, hash);
  dropTags(collector, raw);
  return { ...identity, name, ...normalise(raw, collector, hash) };
}

/** In characters. Labels are read from descriptions and targets, which can be long. */
const maximumLabelLength = 200;

/** Returns the label of an item. Replaces credentials, because descriptions and URLs can contain them. */
function labelOf(
  collector: TypeCollector,
  raw: JsonObject,
  scope: ScanScope,
  hash: KeyedHash,
): string | undefined {
  const label = collector.label === undefined ? undefined : readText(collector.label, raw, scope);
  if (label === undefined) return undefined;
  return Array.from(redactCredentialPatterns(label, hash)).slice(0, maximumLabelLength).join('');
}

/** The part of an observed resource that is read without normalising the item. Its name and tags are not redacted. */
export type Identity = Omit<ObservedResource, 'configuration' | 'volatile' | 'unmodeled' | 'configHash'>;

/**
 * Replaces credentials in the name, which can be the tag `Name`, and in the tags. A name that is a part of the identifier
 * stays, for example the id of an access key: the identifier is stored, too.
 */
export function redactIdentity(identity: Identity, hash: KeyedHash): Identity {
  const { name, nativeId } = identity;
  return {
    ...identity,
    name: name === undefined || nativeId.includes(name) ? name : redactCredentialPatterns(name, hash),
    tags: redactTags(identity.tags, hash),
  };
}

/** As {@link observe}, without the configuration. Does not modify the item. */
export function identify(
  collector: TypeCollector,
  raw: JsonObject,
  tags: Readonly<Record<string, string>> | undefined,
  scope: ScanScope,
): Identity | undefined {
  const nativeId = readText(collector.nativeId, raw, scope);
  if (nativeId === undefined) return undefined;
  const allTags = tags ?? tagsInItem(collector, raw);
  const place = declaredPlace(collector, raw, scope);
  const itemScope = { ...scope, ...place, id: nativeId };
  const arn = collector.arn === undefined ? undefined : readText(collector.arn, raw, itemScope);
  const home = homeOf(collector, place, arn, scope);
  const name =
    (collector.name === undefined ? undefined : readText(collector.name, raw, itemScope)) ??
    // The value of a tag can be empty.
    (allTags['Name'] || undefined);
  const origin = originOf(raw, allTags, originRulesOf(collector), scope.account);
  const createdAt = collector.createdAt === undefined ? undefined : earliestTime(raw, collector.createdAt);
  return {
    resourceType: collector.resourceType,
    nativeId,
    arn,
    ...defined({ home }),
    name,
    tags: allTags,
    ...defined({ origin, createdAt }),
  };
}

/** Returns the ARN of an item, by which the tagging API's results are joined; undefined when it cannot be built. */
export function arnOf(collector: TypeCollector, raw: JsonObject, scope: ScanScope): string | undefined {
  const nativeId = readText(collector.nativeId, raw, scope);
  if (nativeId === undefined || collector.arn === undefined) return undefined;
  return readText(collector.arn, raw, { ...scope, ...declaredPlace(collector, raw, scope), id: nativeId });
}

/** Returns the tags that the item itself contains. */
export function tagsInItem(collector: TypeCollector, raw: JsonObject): Record<string, string> {
  const path = tagPath(collector);
  return path === undefined ? {} : readTags(first(raw, path));
}

/** Removes tags from the configuration: they have their own column and are hashed from there. */
function dropTags(collector: TypeCollector, raw: RawItem): void {
  const path = tagPath(collector);
  if (path !== undefined) replaceAt(raw, path, () => undefined);
}

/** Key under which the engine stores tags that were read with a separate call. */
export const TAGS_KEY = '$tags';

/** Returns the path of the tags in an item; `undefined` when the item does not contain them. */
export function tagPath({ tags }: TypeCollector): string | undefined {
  if (tags === undefined) return undefined;
  if ('path' in tags) return tags.path;
  return 'call' in tags ? TAGS_KEY : undefined;
}
