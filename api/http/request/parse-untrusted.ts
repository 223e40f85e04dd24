import { CatalogueError, errors } from '../../../domain/errors.ts';

/** What clients send to parsers, and the error for each that a parser rejects. */
const rejections = {
  access_token: errors.invalidToken,
  ingest_token: errors.invalidToken,
  api_token: errors.invalidToken,
  refresh_token: errors.invalidToken,
  mfa_token: errors.invalidToken,
  csrf_token: errors.csrfFailed,
  install_state: errors.invalidState,
  logout_token: () => errors.validationFailed('logout_token', 'is not a valid logout token'),
  cookies: () => errors.validationFailed('Cookie', 'is malformed'),
  query: () => errors.validationFailed('query', 'is malformed'),
  cursor: () => errors.validationFailed('cursor', 'is not a valid cursor of this list'),
  content_type: () => errors.invalidBody('The content type must be application/json.'),
} as const satisfies Readonly<Record<string, () => CatalogueError>>;

/**
 * Calls a parser of text or bytes that a client sent. Every such parser is called here or through {@link tryParse}: libraries
 * throw errors that they do not document, such as the `SyntaxError` of `jwt.decode`, and none of them is a failure of the
 * server.
 *
 * @param parse - returns `undefined` for input that it rejects, or throws any error
 * @throws CatalogueError the one of `kind`, or the one that the parser throws
 */
export function parseUntrusted<T>(kind: keyof typeof rejections, parse: () => T | undefined): T {
  const parsed = tryParse(parse);
  if (parsed === undefined) throw rejections[kind]();
  return parsed;
}

/**
 * As {@link parseUntrusted}, for callers that do not refuse the request at once. Returns `undefined` for rejected input.
 * @throws CatalogueError the one that the parser throws
 */
export function tryParse<T>(parse: () => T | undefined): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof CatalogueError) throw error;
    return undefined;
  }
}
