import type { ListCall, TypeCollector } from '../../../domain/discovery/declaration/collector.ts';
import { meetsConditions } from '../../../domain/discovery/declaration/condition.ts';
import { itemsOfPage, toItem } from '../../../domain/discovery/declaration/items-of-page.ts';
import { fillInput } from '../../../domain/discovery/declaration/text-expression.ts';
import type { RawItem } from '../../../domain/discovery/observation/observe.ts';
import type { CollectionEvent } from '../../../domain/discovery/observation/observed-resource.ts';
import { select } from '../../../domain/json/path.ts';
import { chunk } from '../../../domain/lists/chunk.ts';
import { globalRegion } from '../../../domain/values.ts';
import { classifyAwsError } from '../../../clients/aws/classify-aws-error.ts';
import { itemsAtOnce } from './detail-reader.ts';
import { mergeConcurrently } from './merge-concurrently.ts';
import { NewestItems } from './newest-items.ts';
import type { ListGroup } from './plan-lists.ts';
import { isDeletedParent, isStillListed } from './prove-absence.ts';
import type { ListedItem } from './prove-absence.ts';
import type { ServiceContext } from './service-context.ts';
import { listedNativeId } from './storable-identity.ts';

/** Concurrent lists of a service, and concurrent lists of children of one page of parents. */
export const listsAtOnce = 8;

/** Collects a part of a page. `isListed` lists the items again and returns whether one of them is still among them. */
export type CollectItems = (
  type: TypeCollector,
  items: readonly RawItem[],
  isListed: (item: RawItem) => Promise<boolean>,
) => AsyncGenerator<CollectionEvent>;

/**
 * Reads the list of one list call for one parent: once for each variant of the input, and for each item of the call's
 * `forEach`. A failure becomes a failure of the types that are read from the list, unless it proves that they have no
 * resources here.
 */
export class ListReader {
  readonly #context: ServiceContext;
  readonly #group: ListGroup;
  readonly #parent: ListedItem;
  readonly #collect: CollectItems;

  constructor(context: ServiceContext, group: ListGroup, parent: ListedItem, collect: CollectItems) {
    const types = group.types.map(({ resourceType }) => resourceType);
    this.#context = { ...context, api: context.api.reporting(() => context.calls.addList(types)) };
    this.#group = group;
    this.#parent = parent;
    this.#collect = collect;
  }

  /** Yields the events of the items of all pages. @throws the signal's reason when it aborts */
  async *read(): AsyncGenerator<CollectionEvent> {
    const { forEach } = this.#group.call;
    if (forEach === undefined) yield* this.#readVariants(this.#parent.item);
    else yield* this.#readForEach(forEach);
  }

  async *#readForEach(forEach: Required<ListCall>['forEach']): AsyncGenerator<CollectionEvent> {
    const { api, options, scope } = this.#context;
    const input = fillInput(forEach.input ?? {}, this.#parent.item, scope);
    if (input === undefined) return;
    try {
      for await (const page of api.pages(forEach, input)) {
        const items = select(page, forEach.items)
          .map((item) => toItem(item, forEach.as))
          .filter((item) => meetsConditions(item, {}, forEach.only ?? [], scope.account));
        yield* mergeConcurrently(items, listsAtOnce, (item) =>
          this.#readVariants({ ...this.#parent.item, ...item }),
        );
      }
    } catch (error) {
      options.signal.throwIfAborted();
      await this.#fail(error);
    }
  }

  /** @param parent the parent, with the fields of the item of `forEach` */
  async *#readVariants(parent: RawItem): AsyncGenerator<CollectionEvent> {
    const { call } = this.#group;
    const { scope, variants } = this.#context;
    const common = (scope.region === globalRegion ? call.globalInput : undefined) ?? call.input ?? {};
    for (const variant of call.variants ?? [{}]) {
      const input = fillInput({ ...common, ...variant }, parent, scope);
      if (input === undefined || this.#remainingTypes().length === 0) continue;
      if (await variants.canFind(call, variant)) yield* this.#readPages(parent, input);
      else
        for (const { resourceType } of this.#group.types) this.#context.failures.listSucceeded(resourceType);
    }
  }

  async *#readPages(parent: RawItem, input: object): AsyncGenerator<CollectionEvent> {
    const { api, failures, options } = this.#context;
    const { call, types } = this.#group;
    const newest = new NewestItems();
    let pages = 0;
    try {
      for await (const page of api.pages(call, input)) {
        pages += 1;
        for (const type of this.#remainingTypes()) {
          failures.listSucceeded(type.resourceType);
          const items = newest.keep(type, itemsOfPage(type, page, parent, input));
          for (const some of chunk(items, itemsAtOnce(type)))
            yield* this.#collectSome(type, some, parent, input);
        }
      }
      for (const [type, items] of newest.kept()) yield* this.#collectSome(type, items, parent, input);
    } catch (error) {
      options.signal.throwIfAborted();
      // Pages that were read prove that the parent exists.
      if (pages === 0) await this.#fail(error);
      else for (const { resourceType } of types) failures.listFailed(resourceType, error);
    }
  }

  #collectSome(type: TypeCollector, items: readonly RawItem[], parent: RawItem, input: object) {
    const { scope, options } = this.#context;
    return this.#collect(type, items, (item) => {
      const id = listedNativeId(type, item, scope);
      return isStillListed(id, this.#listedIds(type, parent, input), this.#parent, options.signal);
    });
  }

  async *#listedIds(type: TypeCollector, parent: RawItem, input: object): AsyncGenerator<readonly string[]> {
    const { api, scope } = this.#context;
    for await (const page of api.pages(this.#group.call, input))
      yield itemsOfPage(type, page, parent, input).map((item) => listedNativeId(type, item, scope));
  }

  /** Returns the types of the list that have not failed for good. */
  #remainingTypes(): readonly TypeCollector[] {
    return this.#group.types.filter(({ resourceType }) => !this.#context.failures.shouldSkip(resourceType));
  }

  /** Records the failure of a list on its first page, unless the error says that there are no resources. */
  async #fail(error: unknown): Promise<void> {
    const { failures } = this.#context;
    const { code } = classifyAwsError(error);
    const failed = this.#group.types.filter(({ list }) => !list.absent?.includes(code));
    // A failed cell deletes nothing. So the parent is not listed again for it.
    const isProofNeeded = failed.some(({ resourceType }) => failures.of(resourceType) === undefined);
    if (isProofNeeded && (await isDeletedParent(this.#parent, error))) return;
    for (const { resourceType } of failed) failures.listFailed(resourceType, error);
  }
}
