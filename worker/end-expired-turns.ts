import { settleConcurrently } from '../domain/lists/settle-concurrently.ts';
import { endTurn } from '../db/assistant/end-turn.ts';
import { listExpiredTurns } from '../db/assistant/turn-store.ts';
import { abandoned } from '../commands/assistant/cancel-turns.ts';
import type { Dependencies } from '../activities/dependencies.ts';

const turnsPerPage = 100;
const turnsAtOnce = 4;

type SweepDependencies = Pick<Dependencies, 'database' | 'logger' | 'assistantMetrics'>;

/**
 * Ends up to 100 turns whose worker stopped and did not renew the lease, so that their streams end and their conversations
 * accept questions. Safe on several workers at once.
 * @throws AggregateError after the last turn, when at least one failed.
 */
export async function endExpiredTurns({
  database,
  logger,
  assistantMetrics,
}: SweepDependencies): Promise<void> {
  await settleConcurrently(
    await listExpiredTurns(database, turnsPerPage),
    turnsAtOnce,
    async ({ organizationId, id }) => {
      const ended = await database.withTenant(organizationId, (tenant) => endTurn(tenant, id, abandoned));
      if (ended === undefined) return;
      assistantMetrics.turnEnded(ended);
      logger.warn({ run_id: id, organization_id: organizationId }, 'the lease of a turn expired');
    },
    ({ id }, error) => logger.warn({ err: error, run_id: id }, 'failed to end an expired turn'),
  );
}
