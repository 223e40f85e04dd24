import { callRegion, serviceCallRegion } from '../../../domain/discovery/regions/aws-partition.ts';
import type { ServiceCollectors, TypeCollector } from '../../../domain/discovery/declaration/collector.ts';
import { hasReadableChildren } from '../../../domain/discovery/declaration/has-readable-children.ts';
import { serviceCollectors, typesOfService } from '../../../domain/discovery/declaration/resource-types.ts';
import { fillInput } from '../../../domain/discovery/declaration/text-expression.ts';
import type { RawItem } from '../../../domain/discovery/observation/observe.ts';
import type { CollectionEvent } from '../../../domain/discovery/observation/observed-resource.ts';
import { first } from '../../../domain/json/path.ts';
import { cellOutcomeOf } from '../../../clients/aws/classify-aws-error.ts';
import { AbsentService } from '../aws/absent-service.ts';
import { limitedCaller } from '../aws/limited-caller.ts';
import { reportCalls, ServiceApi } from '../aws/service-api.ts';
import { CellCalls } from './cell-calls.ts';
import { CellFailures } from './cell-failures.ts';
import type { CollectServiceOptions } from './collection-options.ts';
import { ItemFinisher } from './item-finisher.ts';
import { ListReader, listsAtOnce } from './list-reader.ts';
import type { CollectItems } from './list-reader.ts';
import { mergeConcurrently } from './merge-concurrently.ts';
import { itemObserver } from './observe-item.ts';
import { planLists } from './plan-lists.ts';
import type { ListGroup, ListPlan } from './plan-lists.ts';
import { noParent } from './prove-absence.ts';
import type { ListedItem } from './prove-absence.ts';
import type { ServiceContext } from './service-context.ts';
import { TaggingApi } from './tagging-api.ts';
import { VariantSelection } from './variant-selection.ts';

/**
 * Reads one service in one region. Yields pages of resources, then one `cell` per type. An error affects only the cell of
 * its type and of its child types. Whether a cell is `complete` depends on its lists: a resource whose detail or tag call
 * fails is yielded with its `unreadable` parts. A resource can be on two pages when the list changes during pagination, but
 * never twice on one page.
 * @throws the signal's reason when it aborts; TypeError for an unknown service.
 */
export async function* collectService(options: CollectServiceOptions): AsyncGenerator<CollectionEvent> {
  const service = serviceCollectors(options.service);
  if (service === undefined) throw new TypeError(`No collector for service ${options.service}`);
  yield* new ServiceScan(service, options).run();
}

const callsAtOnce = 8;

/** Reads one service in one region, once. */
class ServiceScan {
  /** The types whose resources and cells are yielded. */
  readonly #selected: ReadonlySet<string>;
  readonly #plan: ListPlan;
  readonly #context: ServiceContext;
  readonly #finishers: ReadonlyMap<string, ItemFinisher>;

  constructor(service: ServiceCollectors, options: CollectServiceOptions) {
    const { awsAccountNumber, partition, region, resourceTypes } = options;
    this.#selected = new Set(
      typesOfService(service.service, region).filter((type) => resourceTypes?.includes(type) ?? true),
    );
    this.#plan = planLists(service, this.#selected);
    const caller = limitedCaller({
      caller: options.clients,
      limiter: options.limiter,
      signal: options.signal,
      concurrency: callsAtOnce,
      throttleTimeoutMs: options.throttleTimeoutMs ?? 60_000,
    });
    const callTo = serviceCallRegion(service, region, partition) ?? callRegion(region, partition);
    const scope = { account: awsAccountNumber, region, partition };
    const api = new ServiceApi(caller, service.client, callTo);
    this.#context = {
      options,
      service,
      scope,
      api,
      variants: new VariantSelection(api, scope, options.signal),
      calls: new CellCalls(),
      failures: new CellFailures(
        (type) => this.#plan.parentOf(type),
        (type, error) => options.report?.(type, error),
      ),
    };
    const types = service.types.filter(({ resourceType }) => this.#selected.has(resourceType));
    const filters = types.flatMap(({ tags }) => (tags && 'taggingApi' in tags ? [tags.taggingApi] : []));
    const tagged = types.flatMap(({ resourceType, tags }) =>
      tags && 'taggingApi' in tags ? [resourceType] : [],
    );
    const tagCaller = reportCalls(caller, () => this.#context.calls.add(tagged));
    const taggingApi = new TaggingApi(tagCaller, callTo, [...new Set(filters)]);
    const observe = itemObserver(options.runDocument);
    this.#finishers = new Map(
      types.map((type) => [type.resourceType, new ItemFinisher(this.#context, type, taggingApi, observe)]),
    );
  }

  async *run(): AsyncGenerator<CollectionEvent> {
    if (await this.#isAvailable())
      yield* mergeConcurrently(this.#plan.roots, listsAtOnce, (group) => this.#collectList(group, noParent));
    for (const type of this.#selected) yield this.#cellOf(type);
  }

  /** Returns whether the service can be read in the account. If not, records a failure for every type. */
  async #isAvailable(): Promise<boolean> {
    const { failures, options, service } = this.#context;
    const { partition, region, signal } = options;
    try {
      if (serviceCallRegion(service, region, partition) === undefined)
        throw new AbsentService(service.service, partition);
      await this.#checkPrecondition();
      return true;
    } catch (error) {
      signal.throwIfAborted();
      for (const type of this.#selected) failures.listFailed(type, error);
      return false;
    }
  }

  async #checkPrecondition(): Promise<void> {
    const { api, scope, service } = this.#context;
    if (service.precondition === undefined) return;
    const { input = {}, path, equals, otherwise } = service.precondition;
    const response = await api.call(service.precondition, input);
    const expected = fillInput({ equals }, {}, scope)?.['equals'];
    if (first(response, path) !== expected) throw new PreconditionFailed(otherwise);
  }

  /** Yields the resources of a list's types and of all their child types. */
  #collectList(group: ListGroup, parent: ListedItem): AsyncGenerator<CollectionEvent> {
    const collect: CollectItems = (type, items, isListed) => this.#collectItems(type, items, isListed);
    return new ListReader(this.#context, group, parent, collect).read();
  }

  async *#collectItems(
    type: TypeCollector,
    items: readonly RawItem[],
    isListed: (item: RawItem) => Promise<boolean>,
  ): AsyncGenerator<CollectionEvent> {
    const childLists = this.#plan.children(type.resourceType);
    // `finish` modifies the items.
    const parents = childLists.length > 0 ? structuredClone(items) : [];
    const resources = await this.#finishers.get(type.resourceType)?.finish(items);
    if (resources !== undefined && resources.length > 0) yield { kind: 'page', resources };
    for (const group of childLists) {
      const readable = parents.filter((parent) =>
        hasReadableChildren(type, parent, group.call, this.#context.scope),
      );
      yield* mergeConcurrently(readable, listsAtOnce, (item) =>
        this.#collectList(group, { item, isListed: () => isListed(item) }),
      );
    }
  }

  #cellOf(resourceType: string): CollectionEvent {
    const { failures, calls: counted } = this.#context;
    const failure = failures.of(resourceType);
    const calls = counted.of(resourceType, (type) => this.#plan.parentOf(type));
    if (failure === undefined) return { kind: 'cell', resourceType, outcome: 'complete', calls };
    return {
      kind: 'cell',
      resourceType,
      outcome: cellOutcomeOf(failure),
      errorCode: failure.code,
      error: failure.message,
      calls,
      ...(failures.wasRead(resourceType) ? { partial: true } : {}),
    };
  }
}

class PreconditionFailed extends Error {
  override readonly name = 'UnsupportedOperation';
}
