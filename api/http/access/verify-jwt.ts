import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';

/** The algorithm of all tokens that the product signs. */
export const jwtAlgorithm = 'HS256';

/**
 * Verifies a token that the product signed, and returns its claims; `undefined` for an unknown key or another type.
 * @param keyOf - returns the key with the `kid` of the header
 * @throws errors of `jsonwebtoken` for a malformed, forged or expired token, and others for some malformed ones. Call it
 *   through `parseUntrusted`.
 */
export function verifyJwt(
  token: string,
  { keyOf, type, ...claims }: JwtExpectation,
): jwt.JwtPayload | undefined {
  const header = jwt.decode(token, { complete: true })?.header;
  if (type !== undefined && header?.typ !== type) return undefined;
  const key = keyOf(header?.kid);
  if (key === undefined) return undefined;
  const payload = jwt.verify(token, key, { algorithms: [jwtAlgorithm], ...claims });
  return typeof payload === 'string' ? undefined : payload;
}

interface JwtExpectation {
  readonly keyOf: (id: string | undefined) => KeyObject | string | undefined;
  /** The `typ` of the header. */
  readonly type?: string;
  readonly audience: string;
  readonly issuer?: string;
}
