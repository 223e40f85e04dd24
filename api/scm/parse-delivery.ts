import type { MutableJsonObject } from '../../domain/json/json.ts';
import { setOwn } from '../../domain/json/path.ts';
import { readGithubDelivery, readGitlabDelivery } from '../../domain/scm/read-delivery.ts';
import type { ScmDelivery } from '../../domain/scm/read-delivery.ts';
import type { ScmProvider } from '../../domain/values.ts';
import { JsonTokenizer } from '../../runtime/json/json-tokenizer.ts';
import { InvalidJson } from '../../runtime/json/json-visitor.ts';
import type { JsonVisitor } from '../../runtime/json/json-visitor.ts';
import { tryParse } from '../http/request/parse-untrusted.ts';

export interface DeliveryBody {
  readonly provider: ScmProvider;
  /** The event that the headers name. */
  readonly event: string;
  readonly body: Uint8Array;
}

/** Why a body was not read: it is no JSON, or is nested too deeply. */
export type DeliveryProblem = 'unreadable' | 'too_deep';

const maximumNesting = 1000;

/**
 * Parses and reads a delivery, or returns why it cannot be read. A document task for large bodies.
 *
 * Reads the fields of a delivery from tokens. `JSON.parse` of 24 MB can need more memory than a thread has. V8 then aborts the
 * process, and it does not terminate a thread inside `JSON.parse` at a deadline.
 */
export function run({ provider, event, body }: DeliveryBody): ScmDelivery | DeliveryProblem {
  // A thread cannot throw an error of the catalogue: errors lose their class.
  const delivery = tryParse((): ScmDelivery | DeliveryProblem => {
    const payload = parse(body);
    if (payload === 'too_deep') return payload;
    return provider === 'github'
      ? readGithubDelivery(event, payload)
      : { deleted: false, effects: readGitlabDelivery(payload) };
  });
  return delivery ?? 'unreadable';
}

/** @throws InvalidJson for a text that is not JSON. */
function parse(body: Uint8Array): MutableJsonObject | 'too_deep' {
  const payload: MutableJsonObject = {};
  const tokenizer = new JsonTokenizer(readInto(payload, deliveryFields), maximumNesting);
  try {
    tokenizer.push(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
    tokenizer.end();
  } catch (error) {
    if (error instanceof InvalidJson && error.problem === 'too_deep') return 'too_deep';
    throw error;
  }
  return payload;
}

/** The fields that are read: a scalar, the fields of an object, or some scalars of an object under any key. */
type FieldTable = { readonly [name: string]: 'scalar' | 'scalars' | FieldTable };

/** The fields that `readGithubDelivery` and `readGitlabDelivery` read. */
const deliveryFields: FieldTable = {
  action: 'scalar',
  event_name: 'scalar',
  number: 'scalar',
  object_kind: 'scalar',
  project_id: 'scalar',
  ref: 'scalar',
  installation: {
    id: 'scalar',
    account: { id: 'scalar', login: 'scalar', slug: 'scalar', type: 'scalar' },
    permissions: 'scalars',
  },
  object_attributes: { iid: 'scalar', target_project_id: 'scalar' },
  project: { id: 'scalar' },
  repository: { id: 'scalar' },
  sender: { id: 'scalar' },
};

const maximumScalars = 1000;

/** Reads fields of an object into `object`. Of a repeated key, the last value counts, as for `JSON.parse`. */
function readInto(object: MutableJsonObject, fields: FieldTable): JsonVisitor {
  return {
    property: (name) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field === undefined) return undefined;
      delete object[name];
      if (field === 'scalar') return readScalarInto(object, name);
      const inner: MutableJsonObject = {};
      object[name] = inner;
      return field === 'scalars' ? readScalarsInto(inner) : readInto(inner, field);
    },
  };
}

function readScalarsInto(object: MutableJsonObject): JsonVisitor {
  let count = 0;
  return {
    property: (name) => {
      count += 1;
      return count > maximumScalars ? undefined : readScalarInto(object, name);
    },
  };
}

function readScalarInto(object: MutableJsonObject, name: string): JsonVisitor {
  return {
    scalar: (text, kind) => {
      if (text === undefined || kind === 'null') return;
      setOwn(object, name, kind === 'number' ? Number(text) : kind === 'boolean' ? text === 'true' : text);
    },
  };
}
