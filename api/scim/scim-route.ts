import type { EmailOwner } from '../../db/identity/user-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Principal } from '../http/access/principal.ts';
import type { AuditTarget, Method } from '../http/operation.ts';
import type { Services } from '../services.ts';

/** The argument of the handler of a SCIM request; the token is verified. */
export interface ScimContext {
  readonly services: Services;
  readonly principal: Principal;
  /** The transaction of the request. */
  readonly tenant: Tenant;
  /** The id in the path; empty for a path without one. */
  readonly id: string;
  /** The name of a document in the path; empty for a path without one. */
  readonly name: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** A JSON object with well-formed texts; empty for a request without a body. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly ifMatch: string | undefined;
  /** Writes an audit entry of the token in the transaction. */
  readonly record: (tenant: Tenant, target: AuditTarget) => Promise<void>;
}

/** What a handler answers; `release` has the handler run again after the address of a user of another organization was freed. */
export type ScimAnswer =
  | {
      readonly status: 200 | 201 | 204;
      readonly body?: Readonly<Record<string, unknown>>;
      /** `meta.version` of the resource. */
      readonly version?: string;
      readonly location?: string;
    }
  | { readonly release: EmailOwner };

/** One request of the protocol, which is no operation of the API: it is not in the OpenAPI document. */
export interface ScimRoute {
  readonly method: Method;
  /** Below /scim/v2, with `{id}` for the id of a resource or `{name}` for the name of a document. */
  readonly path: string;
  /** Whether the handler only reads. */
  readonly reads: boolean;
  handle(context: ScimContext): Promise<ScimAnswer>;
}
