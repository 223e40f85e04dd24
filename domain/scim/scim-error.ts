import { CatalogueError, errors } from '../errors.ts';

/** The kinds of errors of RFC 7644, table 9, that this service returns. */
export type ScimErrorType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** An error of the catalogue with the kind and the status that SCIM has for it. */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly error: CatalogueError;
  readonly scimType: ScimErrorType | undefined;
  readonly status: number;

  constructor(error: CatalogueError, scimType: ScimErrorType | undefined, status: number = error.status) {
    super(error.message, { cause: error });
    this.error = error;
    this.scimType = scimType;
    this.status = status;
  }
}

const preconditionFailed = 412;

/** Creates errors of SCIM. `reason` follows the name of the field or path. */
export const scimErrors = {
  invalidFilter: (reason: string) =>
    new ScimError(errors.validationFailed('filter', reason), 'invalidFilter'),
  invalidPath: (path: string, reason: string) =>
    new ScimError(errors.validationFailed(path, reason), 'invalidPath'),
  invalidSyntax: (field: string, reason: string) =>
    new ScimError(errors.validationFailed(field, reason), 'invalidSyntax'),
  invalidValue: (field: string, reason: string) =>
    new ScimError(errors.validationFailed(field, reason), 'invalidValue'),
  /** A change of an attribute that is read-only or required. Source: RFC 7644, section 3.5.2. */
  mutability: (field: string, reason: string) =>
    new ScimError(errors.validationFailed(field, reason), 'mutability'),
  noTarget: (path: string) => new ScimError(errors.validationFailed(path, 'matches no value'), 'noTarget'),
  uniqueness: (message: string) => new ScimError(errors.conflict(message), 'uniqueness'),
  /** `If-Match` names another version. Source: RFC 7644, section 3.14. */
  otherVersion: () =>
    new ScimError(
      errors.conflict('The resource was changed: If-Match has another version.'),
      undefined,
      preconditionFailed,
    ),
};

const types: Readonly<Partial<Record<CatalogueError['code'], ScimErrorType>>> = {
  validation_failed: 'invalidValue',
  invalid_body: 'invalidSyntax',
  email_taken: 'uniqueness',
  last_admin: 'mutability',
};

/** Returns an error with the kind that SCIM has for it; an error of no catalogue is `internal_error`. */
export function toScimError(error: unknown): ScimError {
  if (error instanceof ScimError) return error;
  const known = error instanceof CatalogueError ? error : errors.internal(error);
  return new ScimError(known, types[known.code]);
}
