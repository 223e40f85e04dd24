import { scimErrors } from './scim-error.ts';
import { parseScimPath } from './scim-path.ts';
import type { ScimPath } from './scim-path.ts';
import { scimFieldsOf } from './scim-fields.ts';

/** One change of a PATCH. */
export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: ScimPath;
  readonly value: unknown;
  /** Whether the path was sent as such. Attributes in a value that the service does not know are ignored. */
  readonly isNamed: boolean;
}

const maximumOperations = 10_000;

/**
 * Reads the operations of a PATCH. One without a path becomes one for each attribute of its value, whose names can be paths
 * too: Entra ID sends `{"name.givenName": …}`. Source: RFC 7644, section 3.5.2, and Microsoft, "Known issues and resolutions
 * with SCIM 2.0 protocol compliance".
 * @throws ScimError `invalidSyntax`, `invalidPath`, `invalidFilter`, `invalidValue`, `noTarget`
 */
export function readPatchOperations(body: unknown): readonly PatchOperation[] {
  const given = scimFieldsOf(body)?.get('operations');
  if (!Array.isArray(given) || given.length === 0)
    throw scimErrors.invalidSyntax('Operations', 'must be a list of operations');
  if (given.length > maximumOperations)
    throw scimErrors.invalidSyntax('Operations', `must have at most ${maximumOperations} operations`);
  return given.flatMap((operation: unknown) => readOperation(operation));
}

function readOperation(operation: unknown): readonly PatchOperation[] {
  const fields = scimFieldsOf(operation);
  const given = fields?.get('op');
  const op = typeof given === 'string' ? given.toLowerCase() : undefined;
  if (fields === undefined || (op !== 'add' && op !== 'replace' && op !== 'remove'))
    throw scimErrors.invalidSyntax('op', 'must be add, replace or remove');
  const [path, value] = [fields.get('path'), fields.get('value')];
  if (op !== 'remove' && value === undefined)
    throw scimErrors.invalidValue('value', `is required by ${op}; null removes the attribute`);
  if (typeof path === 'string' && path.trim() !== '')
    return [{ op, path: parseScimPath(path), value, isNamed: true }];
  if (path !== undefined && path !== null && path !== '')
    throw scimErrors.invalidPath('path', 'must be a text');
  if (op === 'remove') throw scimErrors.noTarget('path');
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw scimErrors.invalidValue('value', 'must be an object with attributes, because there is no path');
  return Object.entries(value).map(([name, one]) => ({
    op,
    path: parseScimPath(name),
    value: one,
    isNamed: false,
  }));
}
