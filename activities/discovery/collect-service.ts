import { callRegion } from '../../domain/discovery/aws-partition.ts';
import type { ListCall, TypeCollector } from '../../domain/discovery/collector.ts';
import { meetsConditions } from '../../domain/discovery/condition.ts';
import { arnOf, observe, tagsInItem, TAGS_KEY, type RawItem } from '../../domain/discovery/observe.ts';
import type {
  CallLimiter,
  CollectionEvent,
  ObservedResource,
} from '../../domain/discovery/observed-resource.ts';
import { first, select, setOwn, type MutableJson } from '../../domain/discovery/path.ts';
import { serviceCollectors, typesOfService } from '../../domain/discovery/resource-types.ts';
import { fillInput, type ScanScope } from '../../domain/discovery/text-expression.ts';
import { toJson } from '../../domain/discovery/to-json.ts';
import type { Json } from '../../domain/json.ts';
import { globalRegion } from '../../domain/values.ts';
import type { AwsCaller } from '../../clients/aws/aws-clients.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';
import { cellFailures } from './cell-failures.ts';
import { chunk, itemCompleter } from './complete-items.ts';
import { configHash, keyedHash } from './config-hash.ts';
import { limitedCaller } from './limited-caller.ts';
import { mergeConcurrently } from './merge-concurrently.ts';
import { pageThrough } from './page-through.ts';
import { planLists, type ListGroup } from './plan-lists.ts';
import { lazyTagIndex } from './tag-index.ts';

export interface CollectServiceOptions {
  /** A service of the table of collectors, by its IAM prefix. */
  readonly service: string;
  /** Narrows the run to these types of the service. */
  readonly resourceTypes?: readonly string[];
  /** 12 digits. */
  readonly awsAccountNumber: string;
  /** A region, or `global` for global services. */
  readonly region: string;
  readonly partition: string;
  /** Calls AWS in the account. */
  readonly clients: AwsCaller;
  readonly limiter: CallLimiter;
  /** Key of the organization, for secrets in configurations. */
  readonly hmacKey: string | Uint8Array;
  readonly signal: AbortSignal;
  /** How long throttle answers to one call are waited out before its cell is `throttled`; 60 s. */
  readonly throttlePatienceMs?: number;
}

const CALLS_AT_ONCE = 8;
/** Lists, and children of one page of parents, that are read at the same time. */
const LISTS_AT_ONCE = 8;
const RESOURCES_PER_PAGE = 200;

/**
 * Reads one service in one region: yields pages of resources as they come, then one `cell` per type. A fault of one
 * type is the outcome of its cell, never of its neighbours'. A resource of which a part could not be read is not
 * yielded, and its cell is not `complete`. Throws only when `signal` aborts or the caller names an unknown service.
 * The same resource may come twice when AWS's list changes while it is paged, never twice in one page.
 */
export async function* collectService(options: CollectServiceOptions): AsyncGenerator<CollectionEvent> {
  const { awsAccountNumber, partition, region, signal } = options;
  const service = serviceCollectors(options.service);
  if (service === undefined) throw new TypeError(`No collector for service ${options.service}`);
  const here = typesOfService(service.service, region);
  const wanted = new Set(
    options.resourceTypes ? here.filter((type) => options.resourceTypes?.includes(type)) : here,
  );
  const plan = planLists(service, wanted);
  const failures = cellFailures((type) => plan.parentOf(type));
  const scope: ScanScope = { account: awsAccountNumber, region, partition };
  const at = callRegion(region, partition);
  const hash = keyedHash(options.hmacKey);
  const caller = limitedCaller({
    caller: options.clients,
    limiter: options.limiter,
    signal,
    concurrency: CALLS_AT_ONCE,
    throttlePatienceMs: options.throttlePatienceMs ?? 60_000,
  });
  const call = (client: string | undefined, operation: string, input: object): Promise<object> =>
    caller.call({ client: client ?? service.client, region: at, operation, input });
  const wantedTypes = service.types.filter(({ resourceType }) => wanted.has(resourceType));
  const tagFilters = wantedTypes.flatMap(({ tags }) =>
    tags && 'taggingApi' in tags ? [tags.taggingApi] : [],
  );
  const tagIndex = lazyTagIndex(caller, at, [...new Set(tagFilters)]);
  const completers = new Map(
    wantedTypes.map((type) => [
      type.resourceType,
      itemCompleter(type, call, scope, { failed: (error) => failures.itemFailed(type.resourceType, error) }),
    ]),
  );

  /** All items of a group's list call, and of everything below them. */
  async function* collectGroup(group: ListGroup, parent: RawItem): AsyncGenerator<CollectionEvent> {
    const alive = (): readonly TypeCollector[] =>
      group.types.filter(({ resourceType }) => !failures.hopeless(resourceType));
    const { operation, page: rule } = group.call;
    for (const variant of group.call.variants ?? [{}]) {
      const input = fillInput({ ...listInput(group.call, region), ...variant }, parent, scope);
      if (input === null || alive().length === 0) continue;
      const request = { client: group.call.client ?? service?.client ?? '', region: at, operation, input };
      try {
        for await (const answer of pageThrough(caller, request, rule)) {
          for (const type of alive()) {
            failures.listSucceeded(type.resourceType);
            for (const items of chunk(itemsOf(type, answer, parent, input), RESOURCES_PER_PAGE))
              yield* collectItems(type, items);
          }
        }
      } catch (error) {
        signal.throwIfAborted();
        failList(group, error);
      }
    }
  }

  function failList(group: ListGroup, error: unknown): void {
    for (const type of group.types) {
      const { code, notFound } = classifyAwsError(error);
      // The parent has gone meanwhile, and everything in it.
      if (type.list.absent?.includes(code) || (notFound && type.parent !== undefined)) continue;
      failures.listFailed(type.resourceType, error);
    }
  }

  async function* collectItems(
    type: TypeCollector,
    items: readonly RawItem[],
  ): AsyncGenerator<CollectionEvent> {
    const below = plan.children(type.resourceType);
    const parents = below.length > 0 ? structuredClone(items) : [];
    if (completers.has(type.resourceType)) {
      const resources = await finish(type, items);
      if (resources.length > 0) yield { kind: 'page', resources };
    }
    for (const group of below) {
      yield* mergeConcurrently(
        iterate(parents, (parent) => collectGroup(group, parent)),
        LISTS_AT_ONCE,
      );
    }
  }

  /** Items with details and tags, made ready to be stored. */
  async function finish(type: TypeCollector, items: readonly RawItem[]): Promise<ObservedResource[]> {
    const { tags } = type;
    const details = [
      ...(type.details ?? []),
      ...(tags && 'call' in tags ? [{ ...tags.call, into: TAGS_KEY }] : []),
    ];
    try {
      const complete = (await completers.get(type.resourceType)?.(items, details)) ?? [];
      signal.throwIfAborted();
      const index = tags && 'taggingApi' in tags && complete.length > 0 ? await tagIndex() : undefined;
      const found = new Map<string, ObservedResource>();
      for (const item of complete) {
        const arn = index ? arnOf(type, item, scope) : null;
        const observed = observe(type, item, index ? (index.get(arn ?? '') ?? {}) : undefined, scope, hash);
        if (observed === null) throw new Error(`An item of ${type.resourceType} has no identifier`);
        found.set(observed.nativeId, {
          ...observed,
          configHash: configHash(observed.configuration, observed.tags),
        });
      }
      return [...found.values()];
    } catch (error) {
      signal.throwIfAborted();
      failures.itemFailed(type.resourceType, error);
      return [];
    }
  }

  /** Whether the service's condition on the account holds; where not, every cell says why. */
  async function mayCollect(): Promise<boolean> {
    if (service?.precondition === undefined) return true;
    const { operation, input, path, equals } = service.precondition;
    try {
      const answer = toJson(await call(undefined, operation, input ?? {}));
      const given = fillInput({ equals }, {}, scope)?.['equals'];
      if (first(answer, path) === given) return true;
      throw new UnsupportedHere(`${path} is not ${String(given)}`);
    } catch (error) {
      signal.throwIfAborted();
      for (const type of wanted) failures.listFailed(type, error);
      return false;
    }
  }

  if (await mayCollect()) {
    yield* mergeConcurrently(
      iterate(plan.roots, (group) => collectGroup(group, {})),
      LISTS_AT_ONCE,
    );
  }
  for (const resourceType of wanted) {
    const failure = failures.of(resourceType);
    yield failure
      ? {
          kind: 'cell',
          resourceType,
          outcome: failure.outcome,
          errorCode: failure.code,
          error: failure.message,
        }
      : { kind: 'cell', resourceType, outcome: 'complete' };
  }
}

class UnsupportedHere extends Error {
  override readonly name = 'UnsupportedOperation';
}

function listInput(list: ListCall, region: string): NonNullable<ListCall['input']> {
  return (region === globalRegion ? list.globalInput : undefined) ?? list.input ?? {};
}

function itemsOf(type: TypeCollector, answer: Json, parent: RawItem, input: object): RawItem[] {
  const { list } = type;
  const outers = select(answer, list.items);
  const items =
    list.inner === undefined
      ? outers.map((item) => toItem(item, list.as))
      : outers.flatMap((outer) => innerItems(outer, list));
  const fields = Object.entries(type.fromParent ?? {}).map(
    ([key, path]) => [key, first(parent, path)] as const,
  );
  const inputs = Object.entries(list.fromInput ?? {}).map(
    ([key, name]) => [key, toJson(Reflect.get(input, name))] as const,
  );
  for (const item of items) {
    for (const [key, value] of [...fields, ...inputs]) {
      if (value !== undefined) setOwn(item, key, value as MutableJson);
    }
  }
  return list.only
    ? items.filter((item) => meetsConditions(item, tagsInItem(type, item), list.only ?? []))
    : items;
}

function innerItems(outer: Json, list: ListCall): RawItem[] {
  const carried = Object.entries(list.carry ?? {}).map(
    ([key, path]) => [key, first(outer, path) ?? null] as const,
  );
  return select(outer, list.inner ?? '').map((item) => ({
    ...toItem(item, list.as),
    ...(Object.fromEntries(carried) as RawItem),
  }));
}

/** An object of its own: types that share a page must not share what they change. */
function toItem(item: Json, as: string | undefined): RawItem {
  if (as !== undefined) return { [as]: structuredClone(item) as MutableJson };
  return (item !== null && typeof item === 'object' ? structuredClone(item) : {}) as RawItem;
}

function* iterate<T, R>(items: readonly T[], make: (item: T) => R): Generator<R> {
  for (const item of items) yield make(item);
}
