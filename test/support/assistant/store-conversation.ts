import type { TestInventory } from '../inventory/test-inventory.ts';

interface NewTurn {
  readonly question: string;
  /** Names of tools that the turn called with success. */
  readonly toolCalls?: readonly string[];
  /** The text that was streamed before the turn ends. */
  readonly streamed?: string;
  /** With an answer, the turn is completed; else it runs for an hour, and no worker continues it. */
  readonly answer?: { readonly text: string; readonly citations: readonly object[] };
}

export interface StoredConversation {
  readonly id: string;
  /** Inserts a turn with its events. Returns its id and the data of its first event. */
  add(turn: NewTurn): Promise<{ readonly id: string; readonly started: object }>;
}

/** Inserts a conversation of a member with the assistant. */
export async function storeConversation(
  { query }: Pick<TestInventory, 'query'>,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  title: string,
): Promise<StoredConversation> {
  const [conversation] = await query<{ id: string }>(
    'insert into ai_conversations (organization_id, title, created_by) values ($1, $2, $3) returning id',
    [organizationId, title, userId],
  );
  const conversationId = conversation?.id ?? '';
  return {
    id: conversationId,
    async add(turn) {
      const { question, toolCalls = [], answer } = turn;
      const events = eventsOf(turn);
      const [inserted] = await query<{ id: string }>(
        `insert into ai_turns (organization_id, conversation_id, asked_by, session_id, request_id, status, provider,
           model, data_mode, question, answer, citations, tool_calls, last_sequence, lease_expires_at, finished_at)
         select $1, $2, $3, gen_random_uuid(), 'r', case when is_completed then 'completed' else 'running' end, 'embedded',
           'embedded', 'full', $4, $5, $6, $7, $8, now() + case when is_completed then '0' else '1 hour' end::interval,
           case when is_completed then now() end
         from (select $5::text is not null as is_completed) as turn returning id`,
        [
          organizationId,
          conversationId,
          userId,
          question,
          answer?.text,
          JSON.stringify(answer?.citations ?? []),
          toolCalls.length,
          events.length + 1,
        ],
      );
      const id = inserted?.id ?? '';
      const started = { conversation_id: conversationId, provider: 'embedded', model: 'embedded' };
      for (const [index, [type, data]] of [['turn.started', started] as const, ...events].entries())
        await query(
          'insert into ai_turn_events (organization_id, turn_id, sequence, type, data) values ($1, $2, $3, $4, $5)',
          [organizationId, id, index + 1, type, JSON.stringify({ turn_id: id, ...data })],
        );
      return { id, started: { turn_id: id, ...started } };
    },
  };
}

/** Returns type and data of the events after the first one, without the id of the turn. */
function eventsOf({
  toolCalls = [],
  streamed,
  answer,
}: NewTurn): readonly (readonly [type: string, data: object])[] {
  return [
    ...toolCalls.flatMap((name, index) => {
      const call = { tool_call_id: `call ${index + 1}`, name };
      return [
        ['tool.started', call],
        ['tool.completed', { ...call, status: 'ok', rows: 1, truncated: false }],
      ] as const;
    }),
    ...(streamed === undefined ? [] : [['text.delta', { text: streamed }] as const]),
    ...(answer === undefined
      ? []
      : [
          [
            'turn.completed',
            {
              answer: answer.text,
              citations: answer.citations,
              usage: { input_tokens: 0, output_tokens: 0, tool_calls: toolCalls.length },
              finish_reason: 'stop',
            },
          ] as const,
        ]),
  ];
}
