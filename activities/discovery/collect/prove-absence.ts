import type { DetailCall } from '../../../domain/discovery/declaration/collector.ts';
import type { RawItem } from '../../../domain/discovery/observation/observe.ts';
import { classifyAwsError } from '../../../clients/aws/classify-aws-error.ts';

// A resource is deleted from the inventory only if AWS proves that it is gone. An error and an element that a response lacks
// are proofs only as the functions of this module decide; otherwise the resource stays, and is unreadable.

/**
 * What a call proves about an item: `deleted` (the item does not exist), `not_configured` (the item exists without this
 * detail), or `unreadable` (nothing: the item keeps the values that it had).
 */
export type Finding = 'deleted' | 'not_configured' | 'unreadable';

/**
 * Returns what the error of a detail call proves about its item. A detail without `into` is the description of the item. A
 * missing tag or further detail does not prove a deletion: the list has the item.
 */
export function findingOfError(detail: Pick<DetailCall, 'absent' | 'into'>, error: unknown): Finding {
  const { code, notFound } = classifyAwsError(error);
  if (detail.absent?.includes(code)) return 'not_configured';
  return notFound && detail.into === undefined ? 'deleted' : 'unreadable';
}

/**
 * Returns what it proves about an item that the response of a call for several items lacks its element. The list of a `join`
 * was read at another time than the list that has the item, so that the two can differ.
 */
export function findingOfMissingElement({
  into,
  join,
}: Pick<DetailCall, 'batch' | 'into' | 'join'>): Finding {
  if (join !== undefined) return 'unreadable';
  return into === undefined ? 'deleted' : 'not_configured';
}

/**
 * Returns whether an error of Cloud Control proves that a resource does not exist: the one that GetResource reads, or the
 * parent of the list whose first page ListResources reads. Other codes, and this code on a later page, do not prove that.
 * Source: Cloud Control API reference, ListResources and GetResource.
 */
export function isResourceNotFound(error: unknown): boolean {
  return classifyAwsError(error).code === 'ResourceNotFoundException';
}

/** An item of a list, whose children are listed. */
export interface ListedItem {
  readonly item: RawItem;
  /** Lists the items of its type again. Returns `false` only if AWS proves that the item is no longer among them. */
  isListed(): Promise<boolean>;
}

/** The parent of types without a parent. */
export const noParent: ListedItem = { item: {}, isListed: () => Promise.resolve(true) };

/**
 * Returns whether the error of a list of children proves that their parent has been deleted, and its children with it. While
 * AWS lists the parent, the error does not prove that.
 */
export async function isDeletedParent(parent: ListedItem, error: unknown): Promise<boolean> {
  return classifyAwsError(error).notFound && !(await parent.isListed());
}

/**
 * Returns whether an item is among the identifiers of a list, which is read until it is found. A list that cannot be read
 * proves nothing, unless the parent of the listed items has been deleted.
 *
 * @param id identifier of the item; empty if the list does not return it, so that nothing can be proved
 * @throws the signal's reason when it aborts
 */
export async function isStillListed(
  id: string,
  pages: AsyncIterable<readonly string[]>,
  parent: ListedItem,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    for await (const ids of pages) if (id === '' || ids.includes(id)) return true;
    return false;
  } catch (error) {
    signal.throwIfAborted();
    return !(await isDeletedParent(parent, error));
  }
}
