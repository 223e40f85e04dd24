import { createHash } from 'node:crypto';
import type { TypeCollector } from '../../../domain/discovery/declaration/collector.ts';
import { readText } from '../../../domain/discovery/declaration/text-expression.ts';
import type { ScanScope } from '../../../domain/discovery/declaration/text-expression.ts';
import type { RawItem } from '../../../domain/discovery/observation/observe.ts';
import type { ObservedResource } from '../../../domain/discovery/observation/observed-resource.ts';

/**
 * Limits in bytes of UTF-8. An entry of a btree index of Postgres has at most 2,704 bytes, and the index of names contains a
 * name twice. An ARN has at most 2,048 characters of ASCII (IAM API reference, `arnType`).
 */
const maximumIdentifierBytes = 2048;
const maximumNameBytes = 1024;

/** NUL, which Postgres rejects, and lone surrogates, which UTF-8 cannot contain. */
// oxlint-disable-next-line no-control-regex
const unstorable = /[\0\p{Surrogate}]/u;

/**
 * Returns a resource whose identifier, ARN and name Postgres can store and index, so that one hostile resource does not
 * fail the page that it is on. An ARN that is not valid becomes `undefined`, a long name is cut.
 */
export function withStorableIdentity(observed: ObservedResource): ObservedResource {
  const { nativeId, arn, name } = observed;
  return {
    ...observed,
    nativeId: storableNativeId(nativeId),
    arn: arn === undefined || isStorable(arn, maximumIdentifierBytes) ? arn : undefined,
    name: name === undefined || fits(name, maximumNameBytes) ? name : cut(name, maximumNameBytes),
  };
}

/** Returns the identifier with which a resource is stored. One that Postgres cannot store is cut and gets its hash. */
export function storableNativeId(nativeId: string): string {
  if (isStorable(nativeId, maximumIdentifierBytes)) return nativeId;
  // UTF-16, because different lone surrogates have the same UTF-8.
  const hash = createHash('sha256').update(nativeId, 'utf16le').digest('hex');
  return `${cut(nativeId, maximumNameBytes).replaceAll('\0', '\ufffd')}~sha256:${hash}`;
}

/** Returns the identifier with which an item of a list is stored; empty if only a detail call returns it. */
export function listedNativeId({ nativeId }: TypeCollector, item: RawItem, scope: ScanScope): string {
  return storableNativeId(readText(nativeId, item, scope) ?? '');
}

function isStorable(text: string, maximumBytes: number): boolean {
  return fits(text, maximumBytes) && !unstorable.test(text);
}

function fits(text: string, maximumBytes: number): boolean {
  // One UTF-16 unit has at most three bytes in UTF-8.
  return text.length * 3 <= maximumBytes || Buffer.byteLength(text) <= maximumBytes;
}

/** A character that is cut in its middle becomes U+FFFD. */
function cut(text: string, maximumBytes: number): string {
  return Buffer.from(text.slice(0, maximumBytes))
    .subarray(0, maximumBytes - 2)
    .toString();
}
