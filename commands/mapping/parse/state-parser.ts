import { isAwsccProvider } from '../../../domain/mapping/provider-address.ts';
import type { ParsedState, StateEntry } from '../../../domain/mapping/state-entry.ts';
import { buildEntry } from './build-entry.ts';
import { JsonTokenizer } from '../../../runtime/json/json-tokenizer.ts';
import { InvalidJson } from '../../../runtime/json/json-visitor.ts';
import type { JsonVisitor, ScalarKind } from '../../../runtime/json/json-visitor.ts';
import { readModules } from './modules-visitor.ts';
import type { ReceiveInstance } from './raw-instance.ts';
import { readOnce, readScalar, textVisitor, RepeatedKey } from '../../../runtime/json/read-once.ts';
import { readResources } from './resources-visitor.ts';
import { StateRejected } from './state-rejected.ts';
import { createWantedAttributes } from './wanted-attributes.ts';
import type { AttributeRules } from './wanted-attributes.ts';

const maximumNesting = 1_000;
const maximumEntries = 200_000;
/** Of the addresses and values of all entries, so that the process stays within its memory. */
const maximumCharacters = 128 * 1024 * 1024;
const maximumMalformedAddresses = 1_000_000;

/** The content of a state besides its entries. */
export type StateHeader = Omit<ParsedState, 'entries'>;

/** Parses a Terraform or OpenTofu state of version 3 or 4 that arrives in chunks. */
export interface StateParser {
  /** @throws StateRejected */
  push(chunk: Uint8Array): void;
  /** Ends the text and returns the header. @throws StateRejected */
  end(): StateHeader;
}

interface MutableHeader {
  version?: number | undefined;
  terraformVersion?: string;
  serial?: number | undefined;
  lineage?: string;
  /** Whether it is the output of `terraform show -json`. */
  isShown?: boolean;
  /** The lists of resources that the state has. */
  readonly lists: Set<'resources' | 'modules'>;
}

/**
 * @param emit - receives each entry as soon as it is read
 * @param embed - returns the visitor of the whole text for that of the state, when the state is only a part of the text
 */
export function createStateParser(
  rules: AttributeRules,
  emit: (entry: StateEntry) => void,
  embed: (state: JsonVisitor) => JsonVisitor = (state) => state,
): StateParser {
  const header: MutableHeader = { lists: new Set() };
  const addresses = new Set<string>();
  let malformedAddresses = 0;
  const instances = { ofAws: false, ofOthers: false };
  let characters = 0;
  const wantedOf = createWantedAttributes(rules);

  const receiveOther = (provider: string): void => {
    instances[isAwsccProvider(provider) ? 'ofAws' : 'ofOthers'] = true;
  };
  const receive: ReceiveInstance = (resource, instance) => {
    instances.ofAws = true;
    const entry = buildEntry(resource, instance, wantedOf(resource.type));
    // A repeated address cannot be told from the first one; Terraform rejects such a state.
    if (entry === undefined || addresses.has(entry.address)) {
      malformedAddresses += 1;
      if (malformedAddresses > maximumMalformedAddresses) throw tooManyEntries();
      return;
    }
    if (addresses.size >= maximumEntries) throw tooManyEntries();
    characters += charactersOf(entry);
    if (characters > maximumCharacters) throw tooMuchText();
    addresses.add(entry.address);
    emit(entry);
  };

  const root: JsonVisitor = {
    property: readOnce({
      // An unsupported version is rejected before the rest is read.
      version: () => readScalar((text, kind) => (header.version = checkVersion(readInteger(text, kind)))),
      terraform_version: () => textVisitor((text) => (header.terraformVersion = text)),
      serial: () => readScalar((text, kind) => (header.serial = readInteger(text, kind))),
      lineage: () => textVisitor((text) => (header.lineage = text)),
      encrypted_data: () => {
        throw new StateRejected('encrypted', 'The state is encrypted by OpenTofu.');
      },
      resources() {
        header.lists.add('resources');
        return readResources(wantedOf, receive, receiveOther);
      },
      modules() {
        header.lists.add('modules');
        return readModules(wantedOf, receive, receiveOther);
      },
      resource_changes: rejectPlan,
      planned_values: rejectPlan,
      // Of `terraform show -json` for a state. A plan has it too, before the keys that identify it.
      format_version() {
        header.isShown = true;
        return undefined;
      },
      // Lines of the log of `terraform plan -json`.
      '@level': rejectPlan,
    }),
  };
  const tokenizer = new JsonTokenizer(embed(root), maximumNesting);
  /** The first bytes, by which other content is recognized, until there are enough. */
  let start: Buffer | undefined = Buffer.alloc(0);
  let offset = 0;
  const read = (bytes: Buffer): void => {
    try {
      tokenizer.push(bytes);
    } catch (error) {
      throw rejectionOf(error, bytes, offset);
    }
    offset += bytes.length;
  };
  const readStart = (bytes: Buffer): void => {
    start = undefined;
    rejectOtherContent(bytes);
    read(bytes);
  };
  return {
    push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      if (start === undefined) return read(bytes);
      start = Buffer.concat([start, bytes]);
      if (start.length >= startBytes) readStart(start);
    },
    end() {
      if (start?.length === 0) throw notJson('The object is empty.');
      if (start !== undefined) readStart(start);
      try {
        tokenizer.end();
      } catch (error) {
        throw rejectionOf(error, Buffer.alloc(0), offset);
      }
      const withoutAws = instances.ofOthers && !instances.ofAws;
      return { ...checkHeader(header), malformedAddresses, withoutAws };
    },
  };
}

const startBytes = 4;

/** @throws StateRejected for the first bytes of content that is not UTF-8 text. */
function rejectOtherContent(bytes: Buffer): void {
  const [first, second] = bytes;
  const isUtf16 =
    (first === 0xff && second === 0xfe) ||
    (first === 0xfe && second === 0xff) ||
    (bytes.length > 1 && (first === 0) !== (second === 0));
  if (isUtf16)
    throw new StateRejected(
      'utf16',
      'The state is in UTF-16, as PowerShell writes redirected output. Write it in UTF-8: `| Out-File -Encoding utf8`.',
    );
  if (first === 0x1f) throw notJson('The object is compressed, or another binary file.');
  // A plan file is a ZIP archive.
  if (first === 0x50 && second === 0x4b) throw plan();
}

/** Returns the rejection of an error of the tokenizer, and other errors as they are. `chunk` begins at `offset`. */
function rejectionOf(error: unknown, chunk: Buffer, offset: number): unknown {
  if (error instanceof RepeatedKey) return new StateRejected('not_a_state', error.message);
  if (!(error instanceof InvalidJson)) return error;
  const found = chunk.subarray(error.offset - offset, error.offset - offset + conflictMarker.length);
  // A marker can be cut at the end of a chunk.
  if (found.length > 0 && found.toString('latin1') === conflictMarker.slice(0, found.length))
    return new StateRejected(
      'merge_conflict',
      'The state has the markers of a merge conflict of Git. Resolve it with the state of the last apply.',
    );
  return error.problem === 'too_deep'
    ? new StateRejected('too_large', `The state is nested deeper than ${maximumNesting} levels.`)
    : notJson(textsOfJson[error.problem]);
}

const conflictMarker = '<<<<<<<';

function rejectPlan(): never {
  throw plan();
}

function plan(): StateRejected {
  return new StateRejected('plan', 'This is a plan, not a state. Send the output of `terraform state pull`.');
}

const textsOfJson: Readonly<Record<Exclude<InvalidJson['problem'], 'too_deep'>, string>> = {
  syntax: 'The object is not JSON.',
  trailing: 'The object is not JSON.',
  truncated: 'The JSON text of the object ends too early.',
};

function notJson(message: string): StateRejected {
  return new StateRejected('not_a_state', message, { isReadable: false });
}

function tooManyEntries(): StateRejected {
  return new StateRejected('too_large', `The state has more than ${maximumEntries} AWS resource instances.`);
}

function tooMuchText(): StateRejected {
  return new StateRejected('too_large', 'The addresses and identifiers of the state are larger than 128 MB.');
}

/** An entry is copied between threads, so a text that entries share counts once for each. */
function charactersOf({
  address,
  codeAddress,
  provider,
  terraformType,
  arn = '',
  id = '',
  ...rest
}: StateEntry) {
  const texts = [...Object.values(rest.identity ?? {}), ...Object.values(rest.attributes)];
  return [address, codeAddress, provider, terraformType, arn, id, ...texts].reduce(
    (sum, text) => sum + text.length,
    0,
  );
}

function readInteger(text: string | undefined, kind: ScalarKind): number | undefined {
  const value = kind === 'number' ? Number(text) : undefined;
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function checkVersion(version: number | undefined): 3 | 4 {
  if (version === undefined) throw notAState();
  if (version === 3 || version === 4) return version;
  throw new StateRejected(
    'unsupported_version',
    `The state has the format version ${version}. Supported are 3 and 4.`,
  );
}

function checkHeader({ version, terraformVersion, serial, lineage, lists, isShown }: MutableHeader) {
  if (version === undefined && isShown === true)
    throw new StateRejected(
      'not_a_state',
      'This is the output of `terraform show -json`. Send the output of `terraform state pull`.',
    );
  const supported = checkVersion(version);
  const list = supported === 4 ? 'resources' : 'modules';
  const hasOtherList = [...lists].some((name) => name !== list);
  if (serial === undefined || lineage === undefined || hasOtherList) throw notAState();
  if (!/^[\x20-\x7e]{0,200}$/.test(lineage)) throw notAState();
  return {
    version: supported,
    ...(terraformVersion !== undefined && /^[\w.+-]{1,64}$/.test(terraformVersion)
      ? { terraformVersion }
      : {}),
    serial,
    lineage,
  };
}

function notAState(): StateRejected {
  return new StateRejected('not_a_state', 'The object is JSON, but no Terraform state.');
}
