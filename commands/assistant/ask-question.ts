import { titleOf } from '../../domain/assistant/conversation-title.ts';
import { conversationLimits } from '../../domain/assistant/turn-limits.ts';
import { errors } from '../../domain/errors.ts';
import { lockConversation, recordTurn } from '../../db/assistant/conversation-store.ts';
import { openCircuitSeconds } from '../../db/assistant/provider-circuit.ts';
import { countQuestion, lockSettings } from '../../db/assistant/settings-store.ts';
import { appendEvents } from '../../db/assistant/turn-attempt-store.ts';
import { countRunningTurns, insertTurn } from '../../db/assistant/turn-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { AssistantMetrics } from '../../runtime/metrics/assistant-metrics.ts';
import { modelOf } from '../../runtime/assistant-models.ts';
import type { AssistantModels } from '../../runtime/assistant-models.ts';
import { launchRun } from '../runs/launch-run.ts';
import type { Launcher } from '../runs/launch-run.ts';
import { endExpiredTurn } from './cancel-turns.ts';

export interface AskContext {
  readonly launcher: Launcher;
  readonly models: AssistantModels;
  readonly assistantMetrics: AssistantMetrics;
}

export interface AskedQuestion {
  readonly conversationId: string;
  readonly question: string;
  readonly userId: string;
  /** The session of the user, with whose permissions the tools of the turn read. */
  readonly sessionId: string;
  readonly requestId: string;
}

const runningRetrySeconds = 5;

/**
 * Starts a turn: inserts it with its first event, counts it, and starts its workflow after the commit. Returns its id.
 *
 * @throws CatalogueError `ai_disabled`; `not_found`; `conflict` for an archived or full conversation; `turn_in_progress`;
 *   `rate_limited` for too many running turns, or questions on this day; `provider_unavailable` while the circuit is open
 */
export async function askQuestion(
  tenant: Tenant,
  context: AskContext,
  asked: AskedQuestion,
): Promise<string> {
  const { models, assistantMetrics } = context;
  const settings = await lockSettings(tenant);
  if (!settings.enabled) throw errors.aiDisabled();
  const conversation = await lockConversation(tenant, asked.userId, asked.conversationId);
  if (conversation.archivedAt !== undefined) throw errors.conflict('The conversation is archived.');
  await endExpiredTurn(tenant, assistantMetrics, conversation.id);
  if (conversation.turnCount >= conversationLimits.turns)
    throw errors.conflict(`The conversation has ${conversationLimits.turns} turns. Start a new one.`);
  const model = modelOf(models, settings.model);
  const turnId = await insertTurn(tenant, {
    conversationId: conversation.id,
    askedBy: asked.userId,
    sessionId: asked.sessionId,
    requestId: asked.requestId,
    provider: models.provider,
    model,
    dataMode: settings.dataMode,
    question: asked.question,
  });
  await requireProvider(tenant, models.provider);
  await requireCapacity(tenant, asked.userId);
  await countQuestion(tenant);
  await recordTurn(tenant, conversation.id, titleOf(asked.question));
  const data = { conversation_id: conversation.id, provider: models.provider, model };
  await appendEvents(tenant, { id: turnId, attempt: 0 }, [{ type: 'turn.started', data }]);
  await launchRun(tenant, context.launcher, {
    id: turnId,
    kind: 'answer_turn',
    subjectId: turnId,
    requestedBy: asked.userId,
  });
  return turnId;
}

async function requireProvider(tenant: Tenant, provider: string): Promise<void> {
  const seconds = await openCircuitSeconds(tenant, provider);
  if (seconds !== undefined)
    throw errors.providerUnavailable('The language model is unavailable.', undefined, seconds);
}

/** Checks the number of running turns, with the one that was just inserted. */
async function requireCapacity(tenant: Tenant, userId: string): Promise<void> {
  const running = await countRunningTurns(tenant, userId);
  const { runningOfMember, runningOfOrganization } = conversationLimits;
  const refuse = (name: string, limit: number, who: string) =>
    errors.rateLimited(
      runningRetrySeconds,
      { name, limit, windowSeconds: runningRetrySeconds },
      `${who} ${limit} questions that are being answered, which is the limit. It ends when one of them is answered.`,
    );
  if (running.ofMember > runningOfMember)
    throw refuse('running_turns_of_member', runningOfMember, 'You have');
  if (running.ofOrganization > runningOfOrganization)
    throw refuse('running_turns_of_organization', runningOfOrganization, 'The organization has');
}
