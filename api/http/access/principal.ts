import type { Permission } from '../../../domain/identity/permissions.ts';

/** The authenticated caller of a request. */
export interface Principal {
  readonly kind: 'user' | 'api_token' | 'ingest_token';
  readonly organizationId: string;
  /** The id of the user or of the token. */
  readonly id: string;
  readonly sessionId: string | null;
  readonly roles: readonly string[];
  readonly permissions: ReadonlySet<Permission>;
}
