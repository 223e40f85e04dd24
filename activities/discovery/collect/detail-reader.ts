import type { DetailCall, TypeCollector } from '../../../domain/discovery/declaration/collector.ts';
import { meetsConditions } from '../../../domain/discovery/declaration/condition.ts';
import { actionsOfCall } from '../../../domain/discovery/declaration/resource-types.ts';
import { fillInput, readText } from '../../../domain/discovery/declaration/text-expression.ts';
import type { InputTemplate } from '../../../domain/discovery/declaration/text-expression.ts';
import { TAGS_KEY, tagsInItem } from '../../../domain/discovery/observation/observe.ts';
import type { RawItem } from '../../../domain/discovery/observation/observe.ts';
import { UNMODELED_KEY } from '../../../domain/discovery/observation/unmodeled-members.ts';
import type { UnreadablePart } from '../../../domain/discovery/observation/unreadable-part.ts';
import { first, select, setOwn } from '../../../domain/json/path.ts';
import { isObject } from '../../../domain/json/json.ts';
import type { Json, JsonObject, MutableJson } from '../../../domain/json/json.ts';
import { chunk } from '../../../domain/lists/chunk.ts';
import { mapConcurrently } from '../../../domain/lists/map-concurrently.ts';
import { classifyAwsError } from '../../../clients/aws/classify-aws-error.ts';
import { DetailCircuitBreaker } from './detail-circuit-breaker.ts';
import { isBatch, isJoin, runsOf, servesSeveral, stagesOf } from './detail-order.ts';
import type { BatchDetail, JoinDetail } from './detail-order.ts';
import { restoreImmutable } from './immutable-details.ts';
import { findingOfError, findingOfMissingElement } from './prove-absence.ts';
import type { Finding } from './prove-absence.ts';
import type { ServiceContext } from './service-context.ts';
import { missingFor, partsOfDetail } from './unreadable-parts.ts';

/** Returns the stored configuration of an item. Its immutable parts are not read again. */
export type StoredConfigurations = (item: RawItem) => JsonObject | undefined;

/** Adds a result to its item. Returns `undefined` if the item has been deleted. */
type AddResult = () => RawItem | undefined;

const callsAtOnce = 8;

/**
 * Adds the results of detail calls, and of the tag call if the type has one, to the items of a type. Omits items that were
 * deleted since they were listed. An item whose call fails for another reason keeps its place, without that part.
 */
export class DetailReader {
  readonly #context: ServiceContext;
  readonly #type: TypeCollector;
  readonly #details: readonly DetailCall[];
  readonly #breaker = new DetailCircuitBreaker();
  readonly #unreadable = new WeakMap<RawItem, readonly UnreadablePart[]>();
  /** Elements by key of the list of each `join`. */
  readonly #joins = new Map<DetailCall, Promise<ReadonlyMap<string, Json>>>();

  constructor(context: ServiceContext, type: TypeCollector) {
    const types = [type.resourceType];
    this.#context = { ...context, api: context.api.reporting(() => context.calls.add(types)) };
    this.#type = type;
    const { details = [], tags } = type;
    this.#details = tags && 'call' in tags ? [...details, { ...tags.call, into: TAGS_KEY }] : details;
  }

  /** Modifies the items, and returns those that have not been deleted. */
  async read(items: readonly RawItem[], stored: StoredConfigurations): Promise<readonly RawItem[]> {
    let remaining = items;
    for (const run of runsOf(this.#details)) {
      const [detail] = run;
      if (detail !== undefined && servesSeveral(detail))
        remaining = await this.#addToAll(remaining, detail, stored);
      else {
        // Item by item: the details of other items are read while one waits for an operation with a small quota.
        const done = await mapConcurrently(remaining, callsAtOnce, (item) =>
          this.#addToItem(item, run, stored(item)),
        );
        remaining = done.filter((item) => item !== undefined);
      }
    }
    return remaining;
  }

  /** Returns the parts of an item that could not be read. */
  unreadablePartsOf(item: RawItem): readonly UnreadablePart[] {
    return this.#unreadable.get(item) ?? [];
  }

  /** Adds details to one item. Returns `undefined` if the item has been deleted. */
  async #addToItem(
    item: RawItem,
    details: readonly DetailCall[],
    stored: JsonObject | undefined,
  ): Promise<RawItem | undefined> {
    const needsOthers = (detail: DetailCall) =>
      detail.when !== undefined ||
      detail.immutableFor !== undefined ||
      this.#inputOf(detail, item) === undefined;
    for (const stage of stagesOf(details, needsOthers)) {
      const required = stage.filter((detail) => this.#isRequired(item, detail, stored));
      const results = await Promise.all(required.map((detail) => this.#readOne(item, detail)));
      // In the order of the declaration: of two calls that return the same key, the later one wins.
      for (const addResult of results) if (addResult() === undefined) return undefined;
    }
    return item;
  }

  /** Adds a detail of which one call serves several items. Omits items that have been deleted. */
  async #addToAll(
    items: readonly RawItem[],
    detail: DetailCall,
    stored: StoredConfigurations,
  ): Promise<readonly RawItem[]> {
    const required = new Set(items.filter((item) => this.#isRequired(item, detail, stored(item))));
    if (isJoin(detail) && required.size > 0) await this.#readJoin([...required], detail);
    if (!isBatch(detail)) return items;
    const kept = new Set(await this.#readBatches([...required], detail));
    return items.filter((item) => kept.has(item) || !required.has(item));
  }

  /**
   * Returns whether a detail call is to be made for an item. If its conditions depend on parts that are unreadable, its own
   * part becomes unreadable.
   */
  #isRequired(item: RawItem, detail: DetailCall, stored: JsonObject | undefined): boolean {
    if (restoreImmutable(this.#type, detail, item, stored)) return false;
    const conditions = detail.when ?? [];
    const isMet = meetsConditions(
      item,
      tagsInItem(this.#type, item),
      conditions,
      this.#context.scope.account,
    );
    if (!isMet) this.#skip(item, detail, missingFor(item, conditions, this.unreadablePartsOf(item)));
    return isMet;
  }

  /** Calls the operation for an item. Returns a function that adds the result to the item. */
  async #readOne(item: RawItem, detail: DetailCall): Promise<AddResult> {
    const input = this.#inputOf(detail, item);
    if (input === undefined) return () => this.#skip(item, detail, this.unreadablePartsOf(item)[0]);
    try {
      const part = await this.#callBreakable(detail, () => this.#readPart(detail, input));
      return () => merge(item, detail, part);
    } catch (error) {
      return () => this.#conclude(item, detail, findingOfError(detail, error), error);
    }
  }

  /** Adds the results of calls for several items. Returns the items that have not been deleted. */
  async #readBatches(items: readonly RawItem[], detail: BatchDetail): Promise<readonly RawItem[]> {
    const results = await mapConcurrently(chunk(items, detail.batch.size), callsAtOnce, (part) =>
      this.#readBatch(part, detail),
    );
    return results.flat().filter((item) => item !== undefined);
  }

  /** Adds the result of one call to several items. Returns `undefined` for items that have been deleted. */
  async #readBatch(
    items: readonly RawItem[],
    detail: BatchDetail,
  ): Promise<readonly (RawItem | undefined)[]> {
    const { by, key, part = '' } = detail.batch;
    const keys = items.map((item) => readText(by, item, this.#context.scope));
    // The rest of the input is the same for all items: items of one page have one parent.
    const input = withList(detail.input ?? {}, keys);
    try {
      const response = await this.#call(detail, fillInput(input, items[0] ?? {}, this.#context.scope) ?? {});
      const found = new Map(
        select(response, detail.result ?? '').map((element) => [first(element, key), element]),
      );
      return items.map((item, index) => {
        const element = found.get(keys[index] ?? '');
        return element === undefined
          ? this.#conclude(item, detail, findingOfMissingElement(detail))
          : merge(item, detail, first(element, part));
      });
    } catch (error) {
      // In some APIs one deleted item fails the whole batch, so each item is then requested separately.
      if (items.length > 1 && classifyAwsError(error).notFound) {
        return (await mapConcurrently(items, callsAtOnce, (item) => this.#readBatch([item], detail))).flat();
      }
      return items.map((item) => this.#conclude(item, detail, findingOfError(detail, error), error));
    }
  }

  /** Adds the elements of a list to the items with the same key. Reads the list once for all pages of items. */
  async #readJoin(items: readonly RawItem[], detail: JoinDetail): Promise<void> {
    const reading = this.#joins.get(detail) ?? this.#readElements(detail);
    this.#joins.set(detail, reading);
    try {
      const elements = await reading;
      for (const item of items) {
        const element = elements.get(readText(detail.join.by, item, this.#context.scope) ?? '');
        if (element === undefined) this.#conclude(item, detail, findingOfMissingElement(detail));
        else merge(item, detail, element);
      }
    } catch (error) {
      // The list says nothing about one item, not even with the error "not found".
      for (const item of items) this.#conclude(item, detail, 'unreadable', error);
    }
  }

  /** Reads all pages of the list of a `join`. */
  async #readElements(detail: JoinDetail): Promise<ReadonlyMap<string, Json>> {
    const elements = new Map<string, Json>();
    for await (const page of this.#context.api.pages(detail, detail.input ?? {})) {
      for (const element of select(page, detail.result ?? '')) {
        const key = first(element, detail.join.key);
        if (typeof key === 'string') elements.set(key, element);
      }
    }
    return elements;
  }

  /** Returns the part at `result` of the response, or the elements there of the pages that the detail reads. */
  async #readPart(detail: DetailCall, input: object): Promise<Json | undefined> {
    const { api } = this.#context;
    const { result = '', pages } = detail;
    if (pages === undefined) return first(await api.call(detail, input), result);
    const elements: Json[] = [];
    let read = 0;
    for await (const page of api.pages(detail, input)) {
      elements.push(...select(page, `${result}[]`));
      read += 1;
      if (read === pages) break;
    }
    return elements;
  }

  /** Calls the operation. Returns `null` for an error code which means that the item has no such detail. */
  #call(detail: DetailCall, input: object): Promise<MutableJson> {
    return this.#callBreakable(detail, () => this.#context.api.call(detail, input));
  }

  async #callBreakable<T>(detail: DetailCall, call: () => Promise<T>): Promise<T | null> {
    const isAbsent = (error: unknown) => findingOfError(detail, error) === 'not_configured';
    try {
      return await this.#breaker.run(detail.operation, call, isAbsent);
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  #inputOf({ input = {} }: DetailCall, item: RawItem): Record<string, unknown> | undefined {
    return fillInput(input, item, this.#context.scope);
  }

  /** Returns `undefined` if the item has been deleted. Otherwise records the part that the call should have read. */
  #conclude(item: RawItem, detail: DetailCall, finding: Finding, error?: unknown): RawItem | undefined {
    if (finding === 'deleted') return undefined;
    if (finding === 'unreadable') {
      const [action] = actionsOfCall(this.#context.service, detail.operation);
      this.#addUnreadable(item, partsOfDetail(this.#type, detail, error, action));
    }
    return item;
  }

  /** Records that a call was not made because it depends on an unreadable part, `cause`. */
  #skip(item: RawItem, detail: DetailCall, cause: UnreadablePart | undefined): RawItem {
    if (cause === undefined) return item;
    const { reason, action } = cause;
    const parts = partsOfDetail(this.#type, detail, undefined, undefined);
    this.#addUnreadable(
      item,
      parts.map((part) => ({ ...part, reason, action })),
    );
    return item;
  }

  #addUnreadable(item: RawItem, parts: readonly UnreadablePart[]): void {
    this.#unreadable.set(item, [...this.unreadablePartsOf(item), ...parts]);
  }
}

/** Items whose details are in memory at once. The definition of a state machine has up to 1 MB. */
const detailedItemsAtOnce = 40;
const listedItemsAtOnce = 200;

/** Returns how many items of a type to complete at once: few if a call per item adds details, else enough for each batch. */
export function itemsAtOnce({ details = [] }: TypeCollector): number {
  if (details.every(servesSeveral)) return listedItemsAtOnce;
  return Math.max(detailedItemsAtOnce, ...details.map(({ batch }) => batch?.size ?? 0));
}

/** Adds a part of a response to an item: under the key that the detail declares, or key by key. */
function merge(item: RawItem, { into, pick }: DetailCall, part: Json | undefined): RawItem {
  if (part === undefined || part === null) return item;
  if (into !== undefined) setOwn(item, into, part as MutableJson);
  else if (isObject(part)) {
    for (const [key, value] of Object.entries(part))
      if (pick?.includes(key) ?? true) setOwn(item, key, withUnmodeledOf(item, key, value as MutableJson));
  }
  return item;
}

/** Returns a value to merge into an item. The members that the SDK does not know are those of all calls. */
function withUnmodeledOf(item: RawItem, key: string, value: MutableJson): MutableJson {
  const known = key === UNMODELED_KEY ? item[key] : undefined;
  return isObject(known) && isObject(value) ? { ...known, ...value } : value;
}

function withList(input: InputTemplate, keys: readonly (string | undefined)[]): InputTemplate {
  const list = keys.filter((key) => key !== undefined);
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, value === '{*}' ? list : value]),
  );
}
