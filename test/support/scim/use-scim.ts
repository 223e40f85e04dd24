import { randomBytes } from 'node:crypto';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { ReplaceSsoBody } from '../../../api-client/api-types.ts';
import { signUpWithSso } from '../sso/use-sso-api.ts';
import type { SsoApi, SsoOrganization } from '../sso/use-sso-api.ts';

export interface ScimResponse<T = ScimResource> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface ScimUserBody {
  readonly id: string;
  readonly userName: string;
  readonly externalId?: string;
  readonly displayName: string;
  readonly name?: Readonly<Record<string, string>>;
  readonly active: boolean;
  readonly emails: readonly Readonly<Record<string, unknown>>[];
  readonly groups: readonly { readonly value: string; readonly display: string }[];
}

/** A resource, a list or an error of SCIM, with the fields that tests read. */
export interface ScimResource extends ScimUserBody {
  readonly schemas: readonly string[];
  readonly members?: readonly { readonly value: string; readonly display: string }[];
  readonly meta: Readonly<Record<string, string>>;
  readonly totalResults: number;
  readonly startIndex: number;
  readonly itemsPerPage: number;
  readonly Resources: readonly ScimResource[];
  readonly status: string;
  readonly scimType?: string;
  readonly detail: string;
  readonly code: string;
  readonly message: string;
}

export interface ScimClient {
  /** Sends a request; `path` is below /scim/v2. */
  send<T = ScimResource>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ScimResponse<T>>;
  /** Sends operations of a PATCH. */
  patch(path: string, ...operations: readonly unknown[]): Promise<ScimResponse>;
  /** Creates a user. @throws Error for another status than 201 */
  createUser(userName: string, fields?: Readonly<Record<string, unknown>>): Promise<ScimResource>;
  createGroup(displayName: string, memberIds?: readonly string[]): Promise<ScimResource>;
}

export interface ScimOrganization extends SsoOrganization {
  readonly scim: ScimClient;
  readonly token: string;
  readonly tokenId: string;
}

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** An issuer that no request is sent to. */
const unusedProvider = { issuer: 'http://127.0.0.1:9', clientId: 'unused', clientSecret: 'unused' };

/** Signs up an organization with a proven domain and the token of a directory. */
export async function signUpWithScim(
  api: SsoApi,
  fields: Partial<ReplaceSsoBody> = {},
  provider: Parameters<typeof signUpWithSso>[1] = unusedProvider,
): Promise<ScimOrganization> {
  const organization = await signUpWithSso(api, provider, { default_roles: [], ...fields });
  const { token, id } = await dataOf(
    organization.client.POST('/api/v1/organization/api-tokens', {
      body: {
        name: `directory ${randomBytes(4).toString('hex')}`,
        permissions: ['scim'],
        expires_in_days: 1095,
      },
    }),
  );
  return { ...organization, token, tokenId: id, scim: createScimClient(api.url, token) };
}

export function createScimClient(url: string, token: string | undefined): ScimClient {
  const send: ScimClient['send'] = async <T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const response = await fetch(`${url}/scim/v2${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? {} : JSON.parse(text)) as T,
    };
  };
  const created = async (path: string, body: unknown) => {
    const response = await send('POST', path, body);
    if (response.status !== 201) throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  };
  return {
    send,
    patch: (path, ...operations) => send('PATCH', path, { schemas: [patchSchema], Operations: operations }),
    createUser: (userName, fields = {}) =>
      created('/Users', { schemas: [userSchema], userName, active: true, ...fields }),
    createGroup: (displayName, memberIds = []) =>
      created('/Groups', {
        schemas: [groupSchema],
        displayName,
        members: memberIds.map((value) => ({ value })),
      }),
  };
}

/** The query of a list with a filter. */
export function filterQuery(filter: string, others: Readonly<Record<string, string>> = {}): string {
  return `?${new URLSearchParams({ filter, ...others }).toString()}`;
}
