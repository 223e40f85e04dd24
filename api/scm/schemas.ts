import { z } from 'zod';
import type { ScmConnection as ConnectionRow } from '../../db/scm/scm-connection.ts';
import { scmConnectionStatus } from '../../domain/scm/scm-connection-status.ts';
import { connectionWarning } from '../../domain/scm/connection-warning.ts';
import { scmConnectionStatuses, scmProviders } from '../../domain/values.ts';
import { id, iso, timestamp } from '../http/schemas.ts';

export const scmTag = 'Source control';

export const ScmConnection = z
  .object({
    id,
    provider: z.enum(scmProviders),
    external_org_slug: z.string(),
    base_url: z.string(),
    status: z.enum(scmConnectionStatuses),
    last_synced_at: timestamp.optional(),
    last_error: z.string().optional(),
    next_attempt_at: timestamp
      .optional()
      .describe('No request is sent before: the provider is unavailable or limits the rate of requests'),
    warning: z.string().optional().describe('The access token expires soon'),
    token_expires_at: timestamp.optional(),
    created_at: timestamp,
  })
  .meta({ id: 'ScmConnection' });

export const WebhookDelivery = z.object({ delivery_id: z.string() }).meta({ id: 'WebhookDelivery' });

/** @param hasActiveSync whether a sync of the connection is queued or running */
export function presentScmConnection(
  connection: ConnectionRow,
  hasActiveSync: boolean,
): z.input<typeof ScmConnection> {
  return {
    id: connection.id,
    provider: connection.provider,
    external_org_slug: connection.externalOrgSlug,
    base_url: connection.baseUrl,
    status: scmConnectionStatus(connection, hasActiveSync),
    last_synced_at: iso(connection.lastSyncedAt),
    last_error: connection.lastError,
    next_attempt_at: isWaiting(connection) ? iso(connection.retryAt) : undefined,
    warning: connectionWarning(connection.tokenExpiresAt, new Date()),
    token_expires_at: iso(connection.tokenExpiresAt),
    created_at: iso(connection.createdAt),
  };
}

function isWaiting({ retryAt }: ConnectionRow): boolean {
  return retryAt !== undefined && retryAt > new Date();
}
