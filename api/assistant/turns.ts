import { z } from 'zod';
import { askQuestion } from '../../commands/assistant/ask-question.ts';
import { cancelTurns } from '../../commands/assistant/cancel-turns.ts';
import type { Launcher } from '../../commands/runs/launch-run.ts';
import { requireEnabledAssistant } from '../../db/assistant/settings-store.ts';
import { getTurn, getTurnWithEvents } from '../../db/assistant/turn-store.ts';
import { readEventPosition } from '../../domain/assistant/event-position.ts';
import { questionCharacters } from '../../domain/assistant/turn-limits.ts';
import { errors } from '../../domain/errors.ts';
import { operation } from '../http/operation.ts';
import { tryParse } from '../http/request/parse-untrusted.ts';
import { localsOf } from '../http/request/request-locals.ts';
import { Accepted, id } from '../http/schemas.ts';
import type { Services } from '../services.ts';
import { assistantTag } from './schemas.ts';
import { turnEvents } from './turn-event-schemas.ts';

const streamDescription =
  'The `data` of each event is a JSON object with `turn_id`. The `id` is `<turn_id>:<sequence>`; sequence numbers start ' +
  'at 1 and have no gaps. The events are `turn.started` (`conversation_id`, `provider`, `model`), `tool.started` ' +
  '(`tool_call_id`, `name`), `tool.completed` (also `status`, `rows`, `truncated`), `text.delta` (`text`), `citation` (a ' +
  'Citation), `turn.reset` (the events before it are void, because the turn starts again), and at the end exactly one of ' +
  '`turn.completed` (`answer`, `citations`, `usage`, `finish_reason`: `stop` or `limit`) and `turn.failed` (`code`, ' +
  '`message`). A comment is sent every 15 seconds.';

/** The stream that an operation responds with; stored for repeated requests with an `Idempotency-Key`. */
const TurnPosition = z.object({ organization_id: id, turn_id: id, after: z.int() });

export const turnOperations = [
  operation({
    id: 'askQuestion',
    method: 'POST',
    path: '/ai/conversations/{id}/ask',
    tag: assistantTag,
    summary: 'Ask a question',
    description:
      'Responds with the events of the turn as server-sent events. The turn continues when the client disconnects; ' +
      '`GET /ai/conversations/{id}/turns/{turn_id}/events` streams its events again. ' +
      `A request with the same \`Idempotency-Key\` streams the same turn. ${streamDescription}`,
    access: 'assistant:use',
    callers: 'users',
    precondition: requireEnabledAssistant,
    requires: requireTemporal,
    audit: 'turn.started',
    body: z.strictObject({
      question: z
        .string()
        .max(questionCharacters)
        .regex(/\S/, 'must not be empty')
        .describe(`1 to ${questionCharacters} characters`),
    }),
    success: [200, z.string(), 'text/event-stream'],
    events: turnEvents,
    errors: ['ai_disabled', 'conflict', 'turn_in_progress', 'rate_limited', 'provider_unavailable'],
    async handle({ body, params, principal, tenant, services, requestId, audit }) {
      const { assistantModels: models, assistantMetrics, turnStreams } = services;
      if (principal.sessionId === null) throw errors.forbidden();
      turnStreams.requireFree(principal.id);
      const turnId = await askQuestion(
        tenant,
        { launcher: launcherWithoutWaiting(services), models, assistantMetrics },
        {
          conversationId: params.id,
          question: body.question,
          userId: principal.id,
          sessionId: principal.sessionId,
          requestId,
        },
      );
      audit({ type: 'turn', id: turnId, details: { conversation_id: params.id } });
      return { organization_id: tenant.organizationId, turn_id: turnId, after: 0 };
    },
    async respond(result, { services, response }) {
      openStream(services, response, result, localsOf(response).arrivedAt);
    },
  }),
  operation({
    id: 'streamTurnEvents',
    method: 'GET',
    path: '/ai/conversations/{id}/turns/{turn_id}/events',
    tag: assistantTag,
    summary: 'Stream the events of a turn',
    description:
      'Sends the events after the position of the header `Last-Event-ID`, else of `after`, as server-sent events, and ends ' +
      `after the terminal event. Events are kept for 7 days. ${streamDescription}`,
    access: 'assistant:use',
    callers: 'users',
    precondition: requireEnabledAssistant,
    query: z.strictObject({
      after: z.string().max(100).optional().describe('A sequence number or the id of an event'),
    }),
    success: [200, z.string(), 'text/event-stream'],
    events: turnEvents,
    errors: ['ai_disabled', 'rate_limited'],
    async handle({ params, query, principal, tenant, request }) {
      const turn = await getTurnWithEvents(tenant, {
        userId: principal.id,
        conversationId: params.id,
        turnId: params.turn_id,
      });
      const header = request.get('last-event-id');
      const [field, text] = header === undefined ? ['after', query.after] : ['Last-Event-ID', header];
      const after = text === undefined ? 0 : tryParse(() => readEventPosition(text, turn.id));
      if (after === undefined)
        throw errors.validationFailed(field, 'must be a sequence number or the id of an event of this turn');
      return { organization_id: tenant.organizationId, turn_id: turn.id, after };
    },
    async respond(result, { services, response }) {
      openStream(services, response, result);
    },
  }),
  operation({
    id: 'cancelTurn',
    method: 'POST',
    path: '/ai/conversations/{id}/turns/{turn_id}/cancel',
    tag: assistantTag,
    summary: 'Cancel a turn',
    description: 'The turn keeps the text that was streamed.',
    access: 'assistant:use',
    callers: 'users',
    precondition: requireEnabledAssistant,
    audit: 'turn.cancelled',
    success: [202, Accepted],
    errors: ['ai_disabled', 'conflict'],
    async handle({ params, principal, tenant, services, audit }) {
      const turn = await getTurn(tenant, {
        userId: principal.id,
        conversationId: params.id,
        turnId: params.turn_id,
      });
      const cancelled = await cancelTurns(tenant, services, [turn.id], 'The turn was cancelled.');
      if (cancelled === 0) throw errors.conflict('The turn has ended.');
      audit({ type: 'turn', id: turn.id, details: { conversation_id: turn.conversationId } });
      return { run_id: turn.id };
    },
  }),
];

function openStream(
  { turnStreams }: Services,
  response: Parameters<Services['turnStreams']['open']>[0],
  result: unknown,
  askedAt?: number,
): void {
  const { organization_id: organizationId, turn_id: turnId, after } = TurnPosition.parse(result);
  const { userId, sessionId } = localsOf(response);
  if (userId === undefined || sessionId === undefined) throw errors.forbidden();
  turnStreams.open(response, { organizationId, turnId, userId, sessionId, after, askedAt });
}

/** A slow server is no absent one: the stream begins when it answers. */
const temporalAnswerMilliseconds = 10_000;

/** A user waits for the answer, so a question does not wait until Temporal is available again, as other runs do. */
async function requireTemporal({ temporal }: Services): Promise<void> {
  try {
    await temporal.ping(temporalAnswerMilliseconds);
  } catch (error) {
    throw errors.providerUnavailable('Questions cannot be answered at the moment. Retry later.', error, 10);
  }
}

/** The stream begins before Temporal has started the workflow. The sweeper starts the workflow of a run that has none. */
function launcherWithoutWaiting({ temporal, background, logger }: Services): Launcher {
  return {
    logger,
    temporal: {
      startRunWorkflow(run) {
        background.run('starting a turn', () => temporal.startRunWorkflow(run));
        return Promise.resolve();
      },
    },
  };
}
