import type { DetailCall, TypeCollector } from '../../domain/discovery/collector.ts';
import { meetsConditions } from '../../domain/discovery/condition.ts';
import { tagsInItem, type RawItem } from '../../domain/discovery/observe.ts';
import { first, select, setOwn, type MutableJson } from '../../domain/discovery/path.ts';
import {
  fillInput,
  readText,
  type InputTemplate,
  type ScanScope,
} from '../../domain/discovery/text-expression.ts';
import { toJson } from '../../domain/discovery/to-json.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';
import { mapConcurrently } from '../../domain/map-concurrently.ts';

/** Calls an operation of a service in one account and region and returns the response. */
export type ServiceCall = (client: string | undefined, operation: string, input: object) => Promise<object>;

/** Receives the errors of detail calls. */
export interface DetailFailures {
  /** Called when an item is omitted. Its cell is not complete: a missing detail must not look like a change. */
  failed(error: unknown): void;
}

const callsAtOnce = 8;
/** After this many denials of an operation, without a success, it is assumed to be denied for all items. */
const maximumDenials = 5;

interface Tally {
  succeeded: number;
  denied: number;
  lastDenial: unknown;
}

/** Returns a function that adds the results of a type's detail calls to its items and returns the complete items. */
export function itemCompleter(
  collector: TypeCollector,
  call: ServiceCall,
  scope: ScanScope,
  failures: DetailFailures,
): (items: readonly RawItem[], details: readonly DetailCall[]) => Promise<RawItem[]> {
  const tallies = new Map<string, Tally>();

  /** Calls the operation. Returns `null` for an error code which means that the item has no such detail. */
  async function callDetail(detail: DetailCall, input: object): Promise<MutableJson> {
    const tally = tallies.get(detail.operation) ?? { succeeded: 0, denied: 0, lastDenial: undefined };
    tallies.set(detail.operation, tally);
    if (tally.succeeded === 0 && tally.denied >= maximumDenials) throw tally.lastDenial;
    try {
      const response = toJson(await call(detail.client, detail.operation, input));
      tally.succeeded += 1;
      return response;
    } catch (error) {
      const { outcome, code } = classifyAwsError(error);
      if (detail.absent?.includes(code)) {
        tally.succeeded += 1;
        return null;
      }
      if (outcome === 'denied') {
        tally.denied += 1;
        tally.lastDenial = error;
      }
      throw error;
    }
  }

  /** Adds the result of a call to an item. Returns `null` if the item has been deleted or the call failed. */
  async function addDetail(item: RawItem, detail: DetailCall): Promise<RawItem | null> {
    const input = fillInput(detail.input ?? {}, item, scope);
    if (input === null) return item;
    try {
      const response = await callDetail(detail, input);
      if (response !== null)
        merge(item, detail, first(response, detail.result ?? '') as MutableJson | undefined);
      return item;
    } catch (error) {
      return omit(error);
    }
  }

  /** As {@link addDetail}, for several items in one call. */
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
      return items.map(() => omit(error));
    }
  }

  /** Records the failure, unless the item has been deleted. */
  function omit(error: unknown): null {
    if (!classifyAwsError(error).notFound) failures.failed(error);
    return null;
  }

  async function apply(items: readonly RawItem[], detail: DetailCall): Promise<RawItem[]> {
    const conditions = detail.when ?? [];
    const selected = items.filter((item) => meetsConditions(item, tagsInItem(collector, item), conditions));
    const done = isBatch(detail)
      ? (
          await mapConcurrently(chunk(selected, detail.batch.size), callsAtOnce, (part) =>
            addDetails(part, detail),
          )
        ).flat()
      : await mapConcurrently(selected, callsAtOnce, (item) => addDetail(item, detail));
    const completed = new Set(done);
    const requested = new Set(selected);
    return items.filter((item) => !requested.has(item) || completed.has(item));
  }

  return async (items, details) => {
    let complete = [...items];
    for (const detail of details) complete = await apply(complete, detail);
    return complete;
  };
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
    for (const [key, value] of Object.entries(part)) setOwn(item, key, value);
  }
}

function withList(input: InputTemplate, keys: readonly (string | null)[]): InputTemplate {
  const list = keys.filter((key) => key !== null);
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, value === '{*}' ? list : value]),
  );
}

function isBatch(detail: DetailCall): detail is DetailCall & Required<Pick<DetailCall, 'batch'>> {
  return detail.batch !== undefined;
}
