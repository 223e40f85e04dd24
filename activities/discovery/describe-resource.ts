import { isIdentifierOnly } from '../../domain/discovery/cloud-control/observe-description.ts';
import type { CloudControlType } from '../../domain/discovery/cloud-control/cloud-control-types.ts';
import type { MutableJson } from '../../domain/discovery/path.ts';
import type { UnreadablePart } from '../../domain/discovery/unreadable-part.ts';
import type { AwsCaller } from '../../clients/aws/aws-caller.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';
import type { FailureOutcome } from '../../clients/aws/classify-aws-error.ts';
import type { DetailTallies } from './detail-tallies.ts';

/** A resource in a response of Cloud Control. `Properties` is JSON text. */
export interface Description {
  readonly Identifier?: string;
  readonly Properties?: string;
}

/** Source: Cloud Control API reference, errors of ListResources and GetResource. */
export const resourceNotFound = 'ResourceNotFoundException';

/** The properties of a resource, and the parts that could not be read. */
export interface Described {
  readonly identifier: string;
  readonly properties: { [key: string]: MutableJson };
  readonly unreadable: readonly UnreadablePart[];
}

/**
 * Reads the properties of a resource if its handler lists identifiers only. Returns `undefined` if the resource has been
 * deleted. When the call fails, the properties and the tags are unreadable parts.
 */
export async function describeResource(
  type: CloudControlType,
  description: Description,
  caller: AwsCaller,
  region: string,
  tallies: DetailTallies,
): Promise<Described | undefined> {
  const { Identifier: identifier = '' } = description;
  const listed = parseProperties(description.Properties);
  if (!isIdentifierOnly(type, listed)) return { identifier, properties: listed, unreadable: [] };
  const operation = 'GetResource';
  try {
    const response: { ResourceDescription?: Description } = await tallies.run(operation, () =>
      caller.call({
        client: 'cloudcontrol',
        region,
        operation,
        input: { TypeName: type.resourceType, Identifier: identifier },
      }),
    );
    const properties = parseProperties(response.ResourceDescription?.Properties);
    return { identifier, properties, unreadable: [] };
  } catch (error) {
    const { code, missingAction } = classifyAwsError(error);
    if (code === resourceNotFound) return undefined;
    const outcome = outcomeOf(error);
    const failure = {
      reason: outcome === 'unsupported' ? 'error' : outcome,
      action: outcome === 'denied' ? missingAction : undefined,
    } as const;
    const unreadable = [
      { part: operation, scope: 'rest', ...failure },
      { part: 'tags', scope: 'tags', ...failure },
    ] as const;
    return { identifier, properties: listed, unreadable };
  }
}

function parseProperties(text: string | undefined): { [key: string]: MutableJson } {
  const value: unknown = JSON.parse(text ?? '{}');
  return typeof value === 'object' && value !== null ? (value as { [key: string]: MutableJson }) : {};
}

/** Outcomes of error codes of Cloud Control itself. Source: Cloud Control API reference, common errors. */
const outcomes: Readonly<Record<string, FailureOutcome>> = {
  UnsupportedActionException: 'unsupported',
  TypeNotFoundException: 'unsupported',
  PrivateTypeException: 'unsupported',
};

/** Returns the outcome of a failed call. A handler reports a denial in the message of another error. */
export function outcomeOf(error: unknown): FailureOutcome {
  const { code, message, outcome } = classifyAwsError(error);
  const denied = /AccessDenied|not authorized/i.test(message);
  return outcomes[code] ?? (denied ? 'denied' : outcome);
}
