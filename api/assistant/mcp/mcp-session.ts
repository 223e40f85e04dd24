import { permissionsOf } from '../../../domain/identity/roles.ts';
import { permissions } from '../../../domain/identity/permissions.ts';
import type { Permission } from '../../../domain/identity/permissions.ts';
import { errors } from '../../../domain/errors.ts';
import { readSettings } from '../../../db/assistant/settings-store.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { TurnSession } from '../../../commands/assistant/turn-answerer.ts';
import type { Credential } from '../../http/access/credential.ts';
import type { Services } from '../../services.ts';

/**
 * Returns the session of a program that calls tools through MCP. Credential, permissions and settings are read at each call.
 * @throws CatalogueError from `withTool`: `invalid_token` for a credential that has ended, `forbidden` without `assistant:use`,
 *   `ai_disabled`
 */
export function createMcpSession(
  { database, configuration }: Services,
  credential: Credential,
  signal: AbortSignal,
): TurnSession {
  const options = { snapshot: true, work: 'tool', signal } as const;
  const { revisionRetentionDays } = configuration;
  return {
    async withTool(work) {
      const run = async (tenant: Tenant | undefined, held: ReadonlySet<Permission> | undefined) => {
        if (tenant === undefined || held === undefined) throw errors.invalidToken();
        if (!held.has('assistant:use')) throw errors.forbidden();
        await requireMcp(tenant);
        return work({ tenant, permissions: held, now: new Date(), revisionRetentionDays });
      };
      if (credential.kind === 'session') {
        const { claims } = credential;
        return database.withSession(
          claims.sid,
          (session, tenant) =>
            run(
              tenant,
              session?.ended === false && session.userStatus === 'active' && session.userId === claims.sub
                ? new Set(permissionsOf(session.roles, session.customPermissions))
                : undefined,
            ),
          { ...options, shareOf: claims.org },
        );
      }
      return database.withApiToken(
        credential.tokenHash,
        (token, tenant) =>
          run(
            tenant,
            token?.ended === false
              ? new Set(permissions.filter((name) => token.permissions.includes(name)))
              : undefined,
          ),
        options,
      );
    },
  };
}

/**
 * Programs get what a person would see, so that they are refused where names must not leave the product.
 * @throws CatalogueError `ai_disabled`
 */
export async function requireMcp(tenant: Tenant): Promise<void> {
  const { enabled, dataMode } = await readSettings(tenant);
  if (!enabled || dataMode === 'schema_only') throw errors.aiDisabled();
}
