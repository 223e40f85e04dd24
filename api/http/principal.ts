import type { Permission } from '../../domain/identity/permissions.ts';

/** The authenticated caller of a request. */
export interface Principal {
  readonly kind: 'user' | 'ingest_token';
  readonly organizationId: string;
  /** The user's id, or the ingest token's. */
  readonly id: string;
  readonly sessionId: string | null;
  readonly roles: readonly string[];
  readonly permissions: ReadonlySet<Permission>;
}
