import { isObject } from '../../../domain/json/json.ts';
import { isListedInFull } from '../../../domain/discovery/cloud-control/listed-in-full.ts';
import type { CloudControlType } from '../../../domain/discovery/cloud-control/cloud-control-types.ts';
import type { MutableJson } from '../../../domain/json/json.ts';
import type { RawItem } from '../../../domain/discovery/observation/observe.ts';
import type { UnreadablePart } from '../../../domain/discovery/observation/unreadable-part.ts';
import type { AwsCaller } from '../../../clients/aws/aws-caller.ts';
import { classifyAwsError, deniedAction } from '../../../clients/aws/classify-aws-error.ts';
import type { FailureOutcome } from '../../../clients/aws/classify-aws-error.ts';
import type { DetailCircuitBreaker } from './detail-circuit-breaker.ts';
import { IdentifierMissing } from './identifier-missing.ts';
import { isResourceNotFound } from './prove-absence.ts';

/** A resource in a response of Cloud Control. `Properties` is JSON text. */
export interface Description {
  readonly Identifier?: string;
  readonly Properties?: string;
}

/** The properties of a resource, and the parts that could not be read. */
export interface Described {
  readonly item: RawItem;
  readonly unreadable: readonly UnreadablePart[];
}

/**
 * Reads the properties of a resource with GetResource, unless its type is known to list them in full. Returns `undefined` if
 * the resource has been deleted. When the call fails, the listed properties are returned, and the other properties and the
 * tags are unreadable parts. Source: Cloud Control API User Guide, "Discovering resources": a list returns the primary
 * identifier, and optionally some or all of the properties.
 * @throws IdentifierMissing
 */
export async function describeResource(
  type: CloudControlType,
  description: Description,
  caller: AwsCaller,
  region: string,
  breaker: DetailCircuitBreaker,
): Promise<Described | undefined> {
  const { Identifier: identifier = '' } = description;
  if (identifier === '') throw new IdentifierMissing(type.resourceType, [['Identifier']]);
  const listed = parseProperties(description.Properties);
  if (listed !== undefined && isListedInFull(type)) return { item: listed, unreadable: [] };
  const operation = 'GetResource';
  try {
    const response: { ResourceDescription?: Description } = await breaker.run(operation, () =>
      caller.call({
        client: 'cloudcontrol',
        region,
        operation,
        input: { TypeName: type.resourceType, Identifier: identifier },
      }),
    );
    const item = parseProperties(response.ResourceDescription?.Properties);
    if (item === undefined) throw new TypeError('The properties of the resource are not a JSON object.');
    return { item, unreadable: [] };
  } catch (error) {
    if (isResourceNotFound(error)) return undefined;
    const { message } = classifyAwsError(error);
    const outcome = outcomeOf(error);
    const failure = {
      reason: outcome === 'denied' || outcome === 'throttled' ? outcome : 'error',
      action: outcome === 'denied' ? deniedAction(message) : undefined,
    } as const;
    const unreadable = [
      { part: operation, scope: 'rest', ...failure },
      { part: 'tags', scope: 'tags', ...failure },
    ] as const;
    return { item: listed ?? {}, unreadable };
  }
}

/** Returns the properties, or `undefined` when the text is not a JSON object. */
function parseProperties(text: string | undefined): RawItem | undefined {
  try {
    const value = JSON.parse(text ?? '{}') as MutableJson;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Outcomes of error codes of Cloud Control itself. Source: Cloud Control API reference, common errors. */
const outcomes: Readonly<Record<string, FailureOutcome>> = {
  UnsupportedActionException: 'unsupported',
  TypeNotFoundException: 'unsupported',
  PrivateTypeException: 'unsupported',
};

/** Returns the outcome of a failed call. A handler can report a denial in the message of an error with another code. */
export function outcomeOf(error: unknown): FailureOutcome {
  const { code, message, outcome } = classifyAwsError(error);
  const denied = /AccessDenied|not authorized/i.test(message);
  return outcomes[code] ?? (denied ? 'denied' : outcome);
}
