import { callRegion, serviceCallRegion } from '../../../domain/discovery/regions/aws-partition.ts';
import type { ListCall, TypeCollector } from '../../../domain/discovery/declaration/collector.ts';
import { meetsConditions } from '../../../domain/discovery/declaration/condition.ts';
import { hasEnded } from '../../../domain/discovery/declaration/has-ended.ts';
import { hasReadableChildren } from '../../../domain/discovery/declaration/has-readable-children.ts';
import { itemsOfPage, toItem } from '../../../domain/discovery/declaration/items-of-page.ts';
import { arnOf, TAGS_KEY } from '../../../domain/discovery/observation/observe.ts';
import type { RawItem } from '../../../domain/discovery/observation/observe.ts';
import type {
  CollectionEvent,
  ObservedResource,
} from '../../../domain/discovery/observation/observed-resource.ts';
import { first, select } from '../../../domain/json/path.ts';
import {
  actionsOfCall,
  serviceCollectors,
  typesOfService,
} from '../../../domain/discovery/declaration/resource-types.ts';
import { fillInput, readText } from '../../../domain/discovery/declaration/text-expression.ts';
import type { ScanScope } from '../../../domain/discovery/declaration/text-expression.ts';
import { toJson } from '../../../domain/json/to-json.ts';
import type { UnreadablePart } from '../../../domain/discovery/observation/unreadable-part.ts';
import type { JsonObject } from '../../../domain/json/json.ts';
import { globalRegion } from '../../../domain/values.ts';
import { cellOutcomeOf, classifyAwsError } from '../../../clients/aws/classify-aws-error.ts';
import { AbsentService } from '../aws/absent-service.ts';
import { cellFailures } from './cell-failures.ts';
import { chunk, itemCompleter, itemsAtOnce } from './complete-items.ts';
import type { CompletedItem } from './complete-items.ts';
import type { CollectionOptions } from './collection-options.ts';
import { limitedCaller } from '../aws/limited-caller.ts';
import { newestItems } from './newest-items.ts';
import { mergeConcurrently } from './merge-concurrently.ts';
import { documentObserver } from './observe-document.ts';
import { pageThrough } from '../aws/page-through.ts';
import { planLists } from './plan-lists.ts';
import type { ListGroup } from './plan-lists.ts';
import { hasImmutableDetails } from './immutable-details.ts';
import { storableNativeId } from './storable-identity.ts';
import { lazyTagIndex, readTagsByArn } from './tag-index.ts';
import type { TagIndex } from './tag-index.ts';
import { unreadableTags, withTagsInParts } from './unreadable-parts.ts';

export interface CollectServiceOptions extends CollectionOptions {
  /** IAM prefix of a service in the table of collectors. */
  readonly service: string;
  /** Default: all types of the service. */
  readonly resourceTypes?: readonly string[];
  /** Returns stored configurations by native id, for details that cannot change. Default: all details are read. */
  readonly storedConfigurations?: (
    resourceType: string,
    nativeIds: readonly string[],
  ) => Promise<ReadonlyMap<string, JsonObject>>;
  /**
   * Returns the resources, among the native ids, that are stored with tags. Their tags are removed only if the tagging API
   * confirms it for their ARNs. Default: none.
   */
  readonly storedWithTags?: (
    resourceType: string,
    nativeIds: readonly string[],
  ) => Promise<ReadonlySet<string>>;
}

/** The item whose children are listed. */
interface Parent {
  readonly item: RawItem;
  /** Lists the items of the parent's type again. Returns whether the parent is among them. */
  readonly isListed: () => Promise<boolean>;
}

/** Tags from the tagging API, or the part that could not be read. */
interface TagsRead {
  readonly tags: TagIndex;
  readonly unreadable: readonly UnreadablePart[];
}

/** The parent of types without a parent. */
const noParent: Parent = { item: {}, isListed: () => Promise.resolve(true) };

const callsAtOnce = 8;
/** Concurrent lists of a service, and concurrent lists of children of one page of parents. */
const listsAtOnce = 8;

/**
 * Reads one service in one region. Yields pages of resources, then one `cell` per type. An error affects only the cell of
 * its type and of its child types. Whether a cell is `complete` depends on its lists: a resource whose detail or tag call
 * fails is yielded with its `unreadable` parts. A resource can be on two pages when the list changes during pagination, but never twice on one page.
 * @throws the signal's reason when it aborts; TypeError for an unknown service.
 */
export async function* collectService(options: CollectServiceOptions): AsyncGenerator<CollectionEvent> {
  const { awsAccountNumber, hmacKey, partition, region, signal } = options;
  const service = serviceCollectors(options.service);
  if (service === undefined) throw new TypeError(`No collector for service ${options.service}`);
  const available = typesOfService(service.service, region);
  const selected = new Set(
    options.resourceTypes ? available.filter((type) => options.resourceTypes?.includes(type)) : available,
  );
  const plan = planLists(service, selected);
  const failures = cellFailures(
    (type) => plan.parentOf(type),
    (type, error) => options.report?.(type, error),
  );
  const scope: ScanScope = { account: awsAccountNumber, region, partition };
  const existing = serviceCallRegion(service, region, partition);
  const callTo = existing ?? callRegion(region, partition);
  const observe = documentObserver(options.runDocument);
  const caller = limitedCaller({
    caller: options.clients,
    limiter: options.limiter,
    signal,
    concurrency: callsAtOnce,
    throttleTimeoutMs: options.throttleTimeoutMs ?? 60_000,
  });
  const call = (client: string | undefined, operation: string, input: object): Promise<object> =>
    caller.call({ client: client ?? service.client, region: callTo, operation, input });
  const selectedTypes = service.types.filter(({ resourceType }) => selected.has(resourceType));
  const tagFilters = selectedTypes.flatMap(({ tags }) =>
    tags && 'taggingApi' in tags ? [tags.taggingApi] : [],
  );
  const tagIndex = lazyTagIndex(caller, callTo, [...new Set(tagFilters)]);
  const completers = new Map(
    selectedTypes.map((type) => [
      type.resourceType,
      itemCompleter(type, call, scope, ({ operation }) => actionsOfCall(service, operation)[0]),
    ]),
  );

  /** Yields the resources of a group's types and of all their child types, once for each item of `forEach`. */
  async function* collectGroup(group: ListGroup, parent: Parent): AsyncGenerator<CollectionEvent> {
    const { forEach } = group.call;
    if (forEach === undefined) return yield* collectList(group, parent);
    const input = fillInput(forEach.input ?? {}, parent.item, scope);
    if (input === null) return;
    const { client = service?.client ?? '', operation, page: rule } = forEach;
    try {
      for await (const page of pageThrough(caller, { client, region: callTo, operation, input }, rule)) {
        const items = select(page, forEach.items).map((item) => toItem(item, forEach.as));
        yield* mergeConcurrently(
          iterate(
            items.filter((item) => meetsConditions(item, {}, forEach.only ?? [], scope.account)),
            (item) => collectList(group, { ...parent, item: { ...parent.item, ...item } }),
          ),
          listsAtOnce,
        );
      }
    } catch (error) {
      signal.throwIfAborted();
      await failList(group, error, parent);
    }
  }

  async function* collectList(group: ListGroup, parent: Parent): AsyncGenerator<CollectionEvent> {
    const remaining = (): readonly TypeCollector[] =>
      group.types.filter(({ resourceType }) => !failures.shouldSkip(resourceType));
    const { operation, page: rule } = group.call;
    for (const variant of group.call.variants ?? [{}]) {
      const input = fillInput({ ...listInput(group.call, region), ...variant }, parent.item, scope);
      if (input === null || remaining().length === 0) continue;
      const newest = newestItems();
      const request = {
        client: group.call.client ?? service?.client ?? '',
        region: callTo,
        operation,
        input,
      };
      const itemsOf = (type: TypeCollector, page: JsonObject) => itemsOfPage(type, page, parent.item, input);
      /** Lists the items again. Returns whether an item is among them. */
      const isListed = async (type: TypeCollector, item: RawItem): Promise<boolean> => {
        const id = idOf(type, item);
        try {
          for await (const page of pageThrough(caller, request, rule))
            if (id === '' || itemsOf(type, page).some((other) => idOf(type, other) === id)) return true;
          return false;
        } catch (error) {
          signal.throwIfAborted();
          return !classifyAwsError(error).notFound || parent.isListed();
        }
      };
      let pages = 0;
      try {
        for await (const page of pageThrough(caller, request, rule)) {
          pages += 1;
          for (const type of remaining()) {
            failures.listSucceeded(type.resourceType);
            const items = newest.keep(type, itemsOf(type, page));
            for (const some of chunk(items, itemsAtOnce(type))) yield* collectItems(type, some, isListed);
          }
        }
        for (const [type, items] of newest.kept()) yield* collectItems(type, items, isListed);
      } catch (error) {
        signal.throwIfAborted();
        if (pages > 0) for (const type of group.types) failures.listFailed(type.resourceType, error);
        else await failList(group, error, parent);
      }
    }
  }

  /** Records the failure of a list on its first page, unless the error says that there are no resources. */
  async function failList(group: ListGroup, error: unknown, parent: Parent): Promise<void> {
    const { code, notFound } = classifyAwsError(error);
    const failed = group.types.filter(({ list }) => !list.absent?.includes(code));
    // A failed cell deletes nothing. So the parent is not listed again for it.
    const isProofNeeded = failed.some(({ resourceType }) => failures.of(resourceType) === undefined);
    // The parent has been deleted, with all its children. While AWS lists the parent, the error does not prove that.
    if (notFound && isProofNeeded && !(await parent.isListed())) return;
    for (const { resourceType } of failed) failures.listFailed(resourceType, error);
  }

  async function* collectItems(
    type: TypeCollector,
    items: readonly RawItem[],
    isListed: (type: TypeCollector, item: RawItem) => Promise<boolean>,
  ): AsyncGenerator<CollectionEvent> {
    const below = plan.children(type.resourceType);
    const parents = below.length > 0 ? structuredClone(items) : [];
    if (completers.has(type.resourceType)) {
      const resources = await finish(type, items);
      if (resources.length > 0) yield { kind: 'page', resources };
    }
    for (const group of below) {
      const listed = parents.filter((parent) => hasReadableChildren(type, parent, group.call, scope));
      yield* mergeConcurrently(
        iterate(listed, (item) => collectGroup(group, { item, isListed: () => isListed(type, item) })),
        listsAtOnce,
      );
    }
  }

  /** The stored native id of an item of a list; empty if only a detail call returns it. */
  const idOf = (type: TypeCollector, item: RawItem): string =>
    storableNativeId(readText(type.nativeId, item, scope) ?? '');
  const idsOf = (type: TypeCollector, items: readonly RawItem[]) => items.map((item) => idOf(type, item));

  async function withoutAlreadyRead(type: TypeCollector, items: readonly RawItem[]) {
    const read = await options.alreadyRead?.(type.resourceType, idsOf(type, items));
    return read === undefined ? items : items.filter((item) => !read.has(idOf(type, item)));
  }

  /** Returns a function for the stored configuration of an item, of types with details that cannot change. */
  async function storedOf(type: TypeCollector, items: readonly RawItem[]) {
    const ids = hasImmutableDetails(type) ? idsOf(type, items) : [];
    const stored = ids.length > 0 ? await options.storedConfigurations?.(type.resourceType, ids) : undefined;
    return (item: RawItem): JsonObject | undefined => stored?.get(idOf(type, item));
  }

  /** Adds details and tags to items and converts them to observed resources. */
  async function finish(type: TypeCollector, listed: readonly RawItem[]): Promise<ObservedResource[]> {
    const { tags } = type;
    const items = await withoutAlreadyRead(type, listed);
    if (items.length === 0) return [];
    const stored = await storedOf(type, items);
    const details = [
      ...(type.details ?? []),
      ...(tags && 'call' in tags ? [{ ...tags.call, into: TAGS_KEY }] : []),
    ];
    const readingTags = tags && 'taggingApi' in tags ? readTags(tagIndex) : undefined;
    // Rejects only when the signal aborts. `throwIfAborted` reports that.
    readingTags?.catch(() => undefined);
    const read = await orFailItem(type, async () => {
      const complete = (await completers.get(type.resourceType)?.(items, details, stored)) ?? [];
      return { complete, index: await readingTags };
    });
    if (read === undefined) return [];
    const { complete, index } = read;
    const confirmed = index === undefined ? undefined : await confirmUntagged(type, complete, index);
    const found = new Map<string, ObservedResource>();
    await orFailItem(type, async () => {
      for (const { item, unreadable } of complete) {
        if (hasEnded(type, item)) continue;
        const arn = (index ? arnOf(type, item, scope) : null) ?? '';
        const tagsRead = confirmed?.arns.has(arn) === true ? confirmed : index;
        const parts = [...withTagsInParts(type, item, unreadable), ...(tagsRead?.unreadable ?? [])];
        const itemTags = tagsRead ? (tagsRead.tags.get(arn) ?? {}) : undefined;
        const { resourceType } = type;
        const observed = await observe({
          kind: 'item',
          resourceType,
          raw: item,
          tags: itemTags,
          scope,
          hmacKey,
        });
        if (observed === null) {
          failures.itemFailed(resourceType, new Error(`An item of ${resourceType} has no identifier`));
          continue;
        }
        found.set(observed.nativeId, parts.length === 0 ? observed : { ...observed, unreadable: parts });
      }
    });
    return [...found.values()];
  }

  /** Returns `undefined` and records a failed item of the type when `work` fails. */
  async function orFailItem<T>(type: TypeCollector, work: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await work();
      signal.throwIfAborted();
      return result;
    } catch (error) {
      signal.throwIfAborted();
      failures.itemFailed(type.resourceType, error);
      return undefined;
    }
  }

  /**
   * Reads the tags of items by their ARNs that are stored with tags and that the index lacks: a page of the tagging API can
   * lack resources. Returns these ARNs with the tags.
   */
  async function confirmUntagged(
    type: TypeCollector,
    complete: readonly CompletedItem[],
    index: TagsRead,
  ): Promise<(TagsRead & { readonly arns: ReadonlySet<string> }) | undefined> {
    if (index.unreadable.length > 0 || options.storedWithTags === undefined) return undefined;
    const untagged = complete.flatMap(({ item }) => {
      const arn = arnOf(type, item, scope);
      return arn === null || index.tags.has(arn) ? [] : [{ id: idOf(type, item), arn }];
    });
    if (untagged.length === 0) return undefined;
    const ids = untagged.map(({ id }) => id);
    const stored = await options.storedWithTags(type.resourceType, ids);
    const arns = new Set(untagged.flatMap(({ id, arn }) => (stored.has(id) ? [arn] : [])));
    return { arns, ...(await readTags(() => readTagsByArn(caller, callTo, [...arns]))) };
  }

  /** Reads tags from the tagging API. When that fails, the tags are an unreadable part. */
  async function readTags(read: () => Promise<TagIndex>): Promise<TagsRead> {
    try {
      return { tags: await read(), unreadable: [] };
    } catch (error) {
      signal.throwIfAborted();
      return { tags: new Map(), unreadable: [unreadableTags(error, 'tag:GetResources')] };
    }
  }

  /** Returns whether the account meets the service's precondition. If not, records a failure for every type. */
  async function meetsPrecondition(): Promise<boolean> {
    if (service?.precondition === undefined) return true;
    const { operation, input, path, equals, otherwise } = service.precondition;
    try {
      const response = toJson(await call(undefined, operation, input ?? {}));
      const expected = fillInput({ equals }, {}, scope)?.['equals'];
      if (first(response, path) === expected) return true;
      throw new PreconditionFailed(otherwise);
    } catch (error) {
      signal.throwIfAborted();
      for (const type of selected) failures.listFailed(type, error);
      return false;
    }
  }

  if (existing === undefined) {
    for (const type of selected) failures.listFailed(type, new AbsentService(service.service, partition));
  } else if (await meetsPrecondition()) {
    yield* mergeConcurrently(
      iterate(plan.roots, (group) => collectGroup(group, noParent)),
      listsAtOnce,
    );
  }
  for (const resourceType of selected) {
    const failure = failures.of(resourceType);
    yield failure
      ? {
          kind: 'cell',
          resourceType,
          outcome: cellOutcomeOf(failure),
          errorCode: failure.code,
          error: failure.message,
          ...(failures.wasRead(resourceType) ? { partial: true } : {}),
        }
      : { kind: 'cell', resourceType, outcome: 'complete' };
  }
}

class PreconditionFailed extends Error {
  override readonly name = 'UnsupportedOperation';
}

function listInput(list: ListCall, region: string): NonNullable<ListCall['input']> {
  return (region === globalRegion ? list.globalInput : undefined) ?? list.input ?? {};
}

function* iterate<T, R>(items: readonly T[], make: (item: T) => R): Generator<R> {
  for (const item of items) yield make(item);
}
