import { isAwsccProvider } from '../../../domain/mapping/provider-address.ts';
import type { ParsedState, StateEntry } from '../../../domain/mapping/state-entry.ts';
import type { StateProblem } from '../../../domain/mapping/state-source-faults.ts';
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
  /** The lists of resources that the state has. */
  readonly lists: Set<'resources' | 'modules'>;
}

/** @param emit - receives each entry as soon as it is read */
export function createStateParser(rules: AttributeRules, emit: (entry: StateEntry) => void): StateParser {
  const header: MutableHeader = { lists: new Set() };
  const addresses = new Set<string>();
  let malformedAddresses = 0;
  const instances = { ofAws: false, ofOthers: false };
  let characters = 0;
  let isEmpty = true;
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
    }),
  };
  const tokenizer = new JsonTokenizer(root, maximumNesting);
  return {
    push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      if (isEmpty && bytes[0] === 0x1f)
        throw new StateRejected('not_a_state', 'The object is compressed, or another binary file.');
      isEmpty &&= bytes.length === 0;
      rejectInvalid(() => tokenizer.push(bytes));
    },
    end() {
      if (isEmpty) throw new StateRejected('not_a_state', 'The object is empty.');
      rejectInvalid(() => tokenizer.end());
      const withoutAws = instances.ofOthers && !instances.ofAws;
      return { ...checkHeader(header), malformedAddresses, withoutAws };
    },
  };
}

function rejectInvalid(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof RepeatedKey) throw new StateRejected('not_a_state', error.message);
    if (!(error instanceof InvalidJson)) throw error;
    throw new StateRejected(...problemsOfJson[error.problem]);
  }
}

const problemsOfJson: Readonly<Record<InvalidJson['problem'], readonly [StateProblem, string]>> = {
  syntax: ['not_a_state', 'The object is not JSON.'],
  trailing: ['not_a_state', 'The object is not JSON.'],
  truncated: ['not_a_state', 'The JSON text of the object ends too early.'],
  too_deep: ['too_large', `The state is nested deeper than ${maximumNesting} levels.`],
};

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

function checkHeader({ version, terraformVersion, serial, lineage, lists }: MutableHeader) {
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
