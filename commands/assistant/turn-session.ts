import { permissionsOf } from '../../domain/identity/roles.ts';
import type { Turn } from '../../db/assistant/turn.ts';
import type { Database, SessionPrincipal } from '../../db/tenant.ts';
import type { Configuration } from '../../runtime/configuration.ts';
import type { TurnSession } from './turn-answerer.ts';
import { TurnForbidden } from './turn-stopped.ts';

type AskedTurn = Pick<Turn, 'organization_id' | 'asked_by' | 'session_id' | 'started_at'>;

/** Returns the session that asked the question of a turn. Its user, roles and expiry are read at each call. */
export function createTurnSession(
  database: Database,
  { revisionRetentionDays }: Pick<Configuration, 'revisionRetentionDays'>,
  turn: AskedTurn,
  signal: AbortSignal,
): TurnSession {
  return {
    withTool: (work) =>
      database.withSession(
        turn.session_id,
        async (session, tenant) => {
          if (session === null || tenant === null || !isActive(session, turn))
            throw new TurnForbidden('the session has ended');
          const permissions = new Set(permissionsOf(session.roles));
          if (!permissions.has('assistant:use')) throw new TurnForbidden('assistant:use is missing');
          return work({ tenant, permissions, now: turn.started_at, revisionRetentionDays });
        },
        { shareOf: turn.organization_id, snapshot: true, work: 'tool', signal },
      ),
  };
}

function isActive(session: SessionPrincipal, turn: AskedTurn): boolean {
  return (
    session.organization_id === turn.organization_id &&
    session.user_id === turn.asked_by &&
    session.user_status === 'active' &&
    session.revoked_at === null &&
    session.expires_at.getTime() > Date.now()
  );
}
