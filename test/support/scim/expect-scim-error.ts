import type { ExecutionContext } from 'ava';
import type { ScimResponse } from './use-scim.ts';

/** Expects an error of RFC 7644, section 3.12, with the fields that errors of the API have. */
export function expectScimError(
  t: ExecutionContext,
  { status, body, headers }: ScimResponse,
  expected: number,
  scimType: string | undefined,
  message?: string,
): void {
  t.deepEqual([status, body.scimType], [expected, scimType], `${message ?? ''} ${JSON.stringify(body)}`);
  t.deepEqual(body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error']);
  t.is(body.status, String(expected));
  t.is(body.detail, body.message);
  t.is(typeof body.code, 'string');
  t.regex(headers.get('content-type') ?? '', /^application\/scim\+json/);
}
