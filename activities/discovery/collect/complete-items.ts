import type { DetailCall, TypeCollector } from '../../../domain/discovery/declaration/collector.ts';
import { meetsConditions } from '../../../domain/discovery/declaration/condition.ts';
import { tagsInItem } from '../../../domain/discovery/observation/observe.ts';
import type { RawItem } from '../../../domain/discovery/observation/observe.ts';
import { first, select, setOwn } from '../../../domain/json/path.ts';
import type { JsonObject, MutableJson } from '../../../domain/json/json.ts';
import { fillInput, readText } from '../../../domain/discovery/declaration/text-expression.ts';
import type { InputTemplate, ScanScope } from '../../../domain/discovery/declaration/text-expression.ts';
import { toJson } from '../../../domain/json/to-json.ts';
import type { UnreadablePart } from '../../../domain/discovery/observation/unreadable-part.ts';
import type { AwsCaller } from '../../../clients/aws/aws-caller.ts';
import { classifyAwsError } from '../../../clients/aws/classify-aws-error.ts';
import { mapConcurrently } from '../../../domain/lists/map-concurrently.ts';
import { createDetailCircuitBreaker } from './detail-circuit-breaker.ts';
import { isBatch, isJoin, runsOf, servesSeveral, stagesOf } from './detail-order.ts';
import { restoreImmutable } from './immutable-details.ts';
import { pageThrough } from '../aws/page-through.ts';
import { missingFor, partsOfDetail } from './unreadable-parts.ts';

/** Calls an operation of a service in one account and region and returns the response. Throws the SDK's errors. */
export type ServiceCall = (client: string | undefined, operation: string, input: object) => Promise<object>;

/** An item with the results of its detail calls, and the parts whose calls failed. */
export interface CompletedItem {
  readonly item: RawItem;
  readonly unreadable: readonly UnreadablePart[];
}

/**
 * Adds the results of detail calls to items. `stored` returns the stored configuration of an item; its immutable parts are
 * not read again.
 */
export type CompleteItems = (
  items: readonly RawItem[],
  details: readonly DetailCall[],
  stored?: (item: RawItem) => JsonObject | undefined,
) => Promise<CompletedItem[]>;

/** Adds a result to its item. Returns `null` if the item has been deleted. */
type AddResult = () => RawItem | null;

const callsAtOnce = 8;

/**
 * Returns a function that adds the results of a type's detail calls to its items. It omits items that were deleted since
 * they were listed: their description (a detail without `into`) does not exist. An item whose call fails for another reason,
 * or whose tags or further details do not exist, is returned without that part.
 *
 * @param actionOf returns the IAM action of a detail call
 */
export function itemCompleter(
  collector: TypeCollector,
  call: ServiceCall,
  scope: ScanScope,
  actionOf: (detail: DetailCall) => string | undefined,
): CompleteItems {
  const breaker = createDetailCircuitBreaker();
  const unreadable = new WeakMap<RawItem, readonly UnreadablePart[]>();
  const joins = new Map<DetailCall, Promise<ReadonlyMap<string, MutableJson>>>();

  const partsOf = (item: RawItem): readonly UnreadablePart[] => unreadable.get(item) ?? [];
  const addParts = (item: RawItem, parts: readonly UnreadablePart[]): void =>
    void unreadable.set(item, [...partsOf(item), ...parts]);

  /** Calls the operation. Returns `null` for an error code which means that the item has no such detail. */
  async function callDetail(detail: DetailCall, input: object): Promise<MutableJson> {
    const isAbsent = (error: unknown) => detail.absent?.includes(classifyAwsError(error).code) === true;
    try {
      return await breaker.run(
        detail.operation,
        async () => toJson(await call(detail.client, detail.operation, input)),
        isAbsent,
      );
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  /** Calls the operation for an item. Returns a function that adds the result to the item. */
  async function readDetail(item: RawItem, detail: DetailCall): Promise<AddResult> {
    const input = fillInput(detail.input ?? {}, item, scope);
    if (input === null) return () => skip(item, detail, partsOf(item)[0]);
    try {
      const response = await callDetail(detail, input);
      return () => {
        if (response !== null)
          merge(item, detail, first(response, detail.result ?? '') as MutableJson | undefined);
        return item;
      };
    } catch (error) {
      return () => omitOrRecord(item, detail, error);
    }
  }

  /** Adds the result of one call to several items. Returns `null` for items that have been deleted. */
  async function addDetails(
    items: readonly RawItem[],
    detail: DetailCall & Required<Pick<DetailCall, 'batch'>>,
  ): Promise<(RawItem | null)[]> {
    const keys = items.map((item) => readText(detail.batch.by, item, scope));
    // The rest of the input is the same for all items: items of one page have one parent.
    const input = fillInput(withList(detail.input ?? {}, keys), items[0] ?? {}, scope) ?? {};
    try {
      const response = await callDetail(detail, input);
      const found = new Map(
        select(response, detail.result ?? '').map((part) => [
          first(part, detail.batch.key),
          part as MutableJson,
        ]),
      );
      return items.map((item, index) => {
        const part = found.get(keys[index] ?? '');
        if (part === undefined) return detail.into === undefined ? null : item;
        merge(item, detail, first(part, detail.batch.part ?? '') as MutableJson | undefined);
        return item;
      });
    } catch (error) {
      // In some APIs one deleted item fails the whole batch, so each item is then requested separately.
      if (items.length > 1 && classifyAwsError(error).notFound) {
        return (await mapConcurrently(items, callsAtOnce, (item) => addDetails([item], detail))).flat();
      }
      return items.map((item) => omitOrRecord(item, detail, error));
    }
  }

  /** Adds the elements of a list to the items with the same key. Reads the list once for all pages of items. */
  async function joinDetails(
    items: readonly RawItem[],
    detail: DetailCall & Required<Pick<DetailCall, 'join'>>,
  ): Promise<(RawItem | null)[]> {
    const joined = joins.get(detail) ?? readJoin(detail, call);
    joins.set(detail, joined);
    try {
      const elements = await joined;
      for (const item of items) {
        const element = elements.get(readText(detail.join.by, item, scope) ?? '');
        // Two lists of the same resources can differ. The item keeps the values that it had.
        if (element === undefined) addParts(item, partsOfDetail(collector, detail, undefined, undefined));
        merge(item, detail, element);
      }
    } catch (error) {
      for (const item of items) addParts(item, partsOfDetail(collector, detail, error, actionOf(detail)));
    }
    return [...items];
  }

  /**
   * Returns `null` if the item has been deleted. Otherwise records the part that the call should have read. A missing tag or
   * further detail does not prove a deletion: the list has the item.
   */
  function omitOrRecord(item: RawItem, detail: DetailCall, error: unknown): RawItem | null {
    if (detail.into === undefined && classifyAwsError(error).notFound) return null;
    addParts(item, partsOfDetail(collector, detail, error, actionOf(detail)));
    return item;
  }

  /** Records that a call was not made because it depends on an unreadable part, `cause`. */
  function skip(item: RawItem, detail: DetailCall, cause: UnreadablePart | undefined): RawItem {
    if (cause === undefined) return item;
    const { reason, action } = cause;
    const parts = partsOfDetail(collector, detail, undefined, undefined);
    addParts(
      item,
      parts.map((part) => ({ ...part, reason, action })),
    );
    return item;
  }

  /** Whether a detail call is to be made for an item. If not, records the parts on which it depends and that are unreadable. */
  function applies(item: RawItem, detail: DetailCall): boolean {
    const conditions = detail.when ?? [];
    const met = meetsConditions(item, tagsInItem(collector, item), conditions, scope.account);
    if (!met) skip(item, detail, missingFor(item, conditions, partsOf(item)));
    return met;
  }

  /** Adds details to one item. Returns `null` if the item has been deleted. */
  async function addToItem(
    item: RawItem,
    details: readonly DetailCall[],
    stored: JsonObject | undefined,
  ): Promise<RawItem | null> {
    const needsOthers = (detail: DetailCall) =>
      detail.when !== undefined ||
      detail.immutableFor !== undefined ||
      fillInput(detail.input ?? {}, item, scope) === null;
    for (const stage of stagesOf(details, needsOthers)) {
      const required = stage.filter(
        (detail) => !restoreImmutable(collector, detail, item, stored) && applies(item, detail),
      );
      const results = await Promise.all(required.map((detail) => readDetail(item, detail)));
      // In the order of the declaration: of two calls that return the same key, the later one wins.
      for (const addResult of results) if (addResult() === null) return null;
    }
    return item;
  }

  /** Adds a detail of which one call serves several items. Omits items that have been deleted. */
  async function addToAll(
    items: readonly RawItem[],
    detail: DetailCall,
    stored: (item: RawItem) => JsonObject | undefined,
  ): Promise<RawItem[]> {
    const selected = items.filter(
      (item) => !restoreImmutable(collector, detail, item, stored(item)) && applies(item, detail),
    );
    const done = isBatch(detail)
      ? await mapConcurrently(chunk(selected, detail.batch.size), callsAtOnce, (part) =>
          addDetails(part, detail),
        )
      : isJoin(detail) && selected.length > 0
        ? [await joinDetails(selected, detail)]
        : [];
    const completed = new Set(done.flat());
    const requested = new Set(selected);
    return items.filter((item) => !requested.has(item) || completed.has(item));
  }

  return async (items, details, stored = () => undefined) => {
    let remaining = [...items];
    for (const run of runsOf(details)) {
      const [detail] = run;
      if (detail !== undefined && servesSeveral(detail))
        remaining = await addToAll(remaining, detail, stored);
      else {
        // Item by item: the details of other items are read while one waits for an operation with a small quota.
        const done = await mapConcurrently(remaining, callsAtOnce, (item) =>
          addToItem(item, run, stored(item)),
        );
        remaining = done.filter((item) => item !== null);
      }
    }
    return remaining.map((item) => ({ item, unreadable: partsOf(item) }));
  };
}

/** Items whose details are in memory at once. The definition of a state machine has up to 1 MB. */
const detailedItemsAtOnce = 40;
const listedItemsAtOnce = 200;

/** Returns how many items of a type to complete at once: few if a call per item adds details, else enough for each batch. */
export function itemsAtOnce({ details = [] }: TypeCollector): number {
  if (details.every((detail) => isBatch(detail) || isJoin(detail))) return listedItemsAtOnce;
  return Math.max(detailedItemsAtOnce, ...details.map(({ batch }) => batch?.size ?? 0));
}

/** Splits a list into parts of at most `size` elements. */
export function chunk<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

function merge(item: RawItem, detail: DetailCall, part: MutableJson | undefined): void {
  if (part === undefined || part === null) return;
  if (detail.into !== undefined) setOwn(item, detail.into, part);
  else if (typeof part === 'object' && !Array.isArray(part)) {
    for (const [key, value] of Object.entries(part))
      if (detail.pick?.includes(key) ?? true) setOwn(item, key, value);
  }
}

/** Reads all pages of a list and returns its elements by key. */
async function readJoin(
  { client, operation, input = {}, result = '', join }: DetailCall & Required<Pick<DetailCall, 'join'>>,
  call: ServiceCall,
): Promise<ReadonlyMap<string, MutableJson>> {
  const elements = new Map<string, MutableJson>();
  const caller: AwsCaller = { call: (request) => call(client, request.operation, request.input ?? {}) };
  for await (const page of pageThrough(
    caller,
    { client: client ?? '', region: '', operation, input },
    undefined,
  )) {
    for (const element of select(page, result)) {
      const key = first(element, join.key);
      if (typeof key === 'string') elements.set(key, element as MutableJson);
    }
  }
  return elements;
}

function withList(input: InputTemplate, keys: readonly (string | null)[]): InputTemplate {
  const list = keys.filter((key) => key !== null);
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, value === '{*}' ? list : value]),
  );
}
