import { createHash, createPublicKey, verify } from 'node:crypto';

/** What was found in an export of the audit log. docs/audit-format.md describes the format. */
export interface AuditVerdict {
  readonly isIntact: boolean;
  /** `intact`, `intact from sequence <n>`, or what is wrong first. */
  readonly text: string;
}

interface Place {
  readonly sequence: number;
  readonly hash: string;
}

/** The last line of an export. */
interface Trailer {
  readonly organization_id: string;
  readonly from: { readonly sequence: number; readonly previous_hash: string } | null;
  readonly to: Place | null;
  readonly head: Place;
  readonly at: string;
  readonly key: string | null;
  readonly signature: string | null;
}

interface Line extends Place {
  readonly previous_hash: string;
  readonly entry: string;
}

/**
 * Verifies the lines of an export, one after the other: each hash, the order without gaps, the last line and its signature.
 * @param keys key id → public key in PEM; `undefined`: the signature is not verified
 * @param earlier the last line of an earlier export, whose chain this one must continue
 */
export async function verifyAuditExport(
  lines: AsyncIterable<string> | Iterable<string>,
  {
    keys,
    earlier,
  }: { readonly keys?: ReadonlyMap<string, string> | undefined; readonly earlier?: string | undefined },
): Promise<AuditVerdict> {
  const before = earlier === undefined ? undefined : parse<Trailer>(earlier);
  if (earlier !== undefined && before?.head === undefined) return broken('the earlier file has no last line');
  let first: Line | undefined;
  let last: Line | undefined;
  let organization: unknown;
  let trailer: Trailer | undefined;
  let trailerText = '';
  let beforeWasSeen = false;
  for await (const text of lines) {
    if (text === '') continue;
    if (trailer !== undefined) return broken('there are lines after the last line');
    const parsed = parse<Line & Trailer>(text);
    const expected = last === undefined ? parsed?.sequence : last.sequence + 1;
    if (parsed?.head !== undefined) {
      [trailer, trailerText] = [parsed, text];
      continue;
    }
    const fault = faultOf(parsed, last, organization);
    if (parsed === undefined || fault !== undefined)
      return broken(`${fault} (sequence ${expected ?? 'unknown'})`);
    organization ??= organizationOf(parsed);
    if (before !== undefined && parsed.sequence === before.head.sequence) {
      if (parsed.hash !== before.head.hash)
        return broken(`the entry differs from the earlier file (sequence ${parsed.sequence})`);
      beforeWasSeen = true;
    }
    first ??= parsed;
    last = parsed;
  }
  if (trailer === undefined) return broken('the last line is missing');
  const fault =
    faultOfTrailer(trailer, { first, last, organization }) ??
    faultOfSignature(trailer, trailerText, keys) ??
    (before && faultOfContinuation(trailer, before, beforeWasSeen));
  if (fault !== undefined) return broken(fault);
  const start = first === undefined || first.sequence === 1 ? '' : ` from sequence ${first.sequence}`;
  return { isIntact: true, text: `intact${start}` };
}

function faultOf(line: Line | undefined, last: Line | undefined, organization: unknown): string | undefined {
  const isLine =
    Number.isSafeInteger(line?.sequence) &&
    [line?.hash, line?.previous_hash, line?.entry].every((text) => typeof text === 'string');
  if (line === undefined || !isLine) return 'a line cannot be read';
  const previous = last?.hash ?? (line.sequence === 1 ? '' : line.previous_hash);
  if (last !== undefined && line.sequence !== last.sequence + 1)
    return 'an entry is missing, or entries have another order';
  if (line.previous_hash !== previous) return 'the entry does not continue the entry before';
  const hash = createHash('sha256')
    .update(Buffer.from(previous, 'hex'))
    .update(line.entry, 'utf8')
    .digest('hex');
  if (hash !== line.hash) return 'the entry does not have its hash';
  const [sequence] = parse<readonly unknown[]>(line.entry) ?? [];
  if (sequence !== line.sequence) return 'the entry has another sequence';
  if (organization !== undefined && organizationOf(line) !== organization)
    return 'the entry is of another organization';
  return undefined;
}

function organizationOf(line: Line): unknown {
  return parse<readonly unknown[]>(line.entry)?.[1];
}

function faultOfTrailer(
  trailer: Trailer,
  found: {
    readonly first: Line | undefined;
    readonly last: Line | undefined;
    readonly organization: unknown;
  },
): string | undefined {
  const { first, last, organization } = found;
  if (organization !== undefined && trailer.organization_id !== organization)
    return 'the last line is of another organization';
  const isComplete =
    trailer.from?.sequence === first?.sequence &&
    trailer.from?.previous_hash === first?.previous_hash &&
    trailer.to?.sequence === last?.sequence &&
    trailer.to?.hash === last?.hash;
  if (!isComplete) return 'the last line names other entries than the file has';
  if (last === undefined) return undefined;
  const { head } = trailer;
  return head.sequence < last.sequence || (head.sequence === last.sequence && head.hash !== last.hash)
    ? 'the last line has another head'
    : undefined;
}

function faultOfSignature(
  trailer: Trailer,
  text: string,
  keys: ReadonlyMap<string, string> | undefined,
): string | undefined {
  if (keys === undefined) return undefined;
  if (typeof trailer.signature !== 'string' || trailer.key === null) return 'the last line is not signed';
  const key = keys.get(trailer.key);
  if (key === undefined) return `the key ${trailer.key} is unknown`;
  const end = `,"signature":${JSON.stringify(trailer.signature)}}`;
  if (!text.endsWith(end)) return 'the signature is not the last member of the last line';
  const signed = Buffer.from(`${text.slice(0, -end.length)}}`);
  const isValid = verify(null, signed, createPublicKey(key), Buffer.from(trailer.signature, 'base64'));
  return isValid ? undefined : 'the signature is wrong';
}

function faultOfContinuation(trailer: Trailer, before: Trailer, wasSeen: boolean): string | undefined {
  if (trailer.organization_id !== before.organization_id)
    return 'the earlier file is of another organization';
  if (trailer.head.sequence < before.head.sequence) return 'the chain is shorter than in the earlier file';
  const isSameHead = trailer.head.sequence === before.head.sequence && trailer.head.hash === before.head.hash;
  const isNext =
    trailer.from?.sequence === before.head.sequence + 1 && trailer.from.previous_hash === before.head.hash;
  return wasSeen || isNext || isSameHead
    ? undefined
    : `the file does not continue the earlier one, which ended with sequence ${before.head.sequence}`;
}

function broken(text: string): AuditVerdict {
  return { isIntact: false, text: `broken: ${text}` };
}

/** Returns `undefined` for text that is no JSON object or array. */
function parse<T extends object>(text: string): T | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}
