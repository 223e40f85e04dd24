import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { dataOf } from '../../api-client/create-typed-client.ts';
import type { ApiError, Citation, Turn } from '../../api-client/api-types.ts';
import { client } from '../http/client.ts';
import { getting } from '../http/queries.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { FailureNote } from '../shared/failure-note.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { plainWords } from '../shared/numbers.ts';
import { Loaded, PageFrame, stateOf } from '../shared/page-frame.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';
import { useAddress } from '../shared/use-address.ts';
import { readTurnStream } from './read-turn-stream.ts';
import type { StreamedTurn } from './turn-after.ts';

const conversationsPath = '/api/v1/ai/conversations';

/** The pages of the records that an answer cites. */
const citedPages: Readonly<Record<string, string>> = {
  resource: '/resources',
  account: '/accounts',
  application: '/applications',
  team: '/teams',
  iac_project: '/projects',
  repository: '/repositories',
  plan: '/plans',
  execution: '/executions',
  scan: '/scans',
};

export function AssistantPage() {
  const address = useAddress();
  const query = useQuery(getting(conversationsPath, { query: { status: 'active' } }));
  const conversations = query.data?.items ?? [];
  const open = address.one('conversation');
  return (
    <PageFrame
      route="/assistant"
      title="Assistant"
      intro="Answers questions about the inventory with what your permissions show. Every fact names its record."
      state={stateOf(query)}
    >
      <Loaded query={query}>
        <div className="resources-layout">
          <section className="panel" aria-label="Conversations">
            <Button
              size="xs"
              variant="default"
              onClick={() => address.set({ conversation: undefined })}
              mb="sm"
            >
              New conversation
            </Button>
            <ul className="entries">
              {conversations.map(({ id, title, updated_at: at }) => (
                <li key={id} aria-current={id === open ? 'true' : undefined}>
                  <PageLink to="/assistant" search={{ conversation: id }}>
                    <InventoryText text={title} />
                  </PageLink>
                  <div className="missing">
                    <TimeText at={at} />
                  </div>
                </li>
              ))}
            </ul>
          </section>
          <ConversationView key={open ?? 'new'} id={open} />
        </div>
      </Loaded>
    </PageFrame>
  );
}

function ConversationView({ id }: { readonly id: string | undefined }) {
  const address = useAddress();
  const queries = useQueryClient();
  const query = useQuery({
    ...getting('/api/v1/ai/conversations/{id}', { path: { id: id ?? '' } }),
    enabled: id !== undefined,
  });
  const [question, setQuestion] = useState('');
  const [asked, setAsked] = useState<{ readonly question: string; readonly conversation: string }>();
  const [turn, setTurn] = useState<StreamedTurn>();
  const [failure, setFailure] = useState<unknown>();
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    const text = question.trim();
    if (text === '') return;
    setFailure(undefined);
    try {
      const conversation = id ?? (await dataOf(client.POST(conversationsPath, { body: {} }))).id;
      setAsked({ question: text, conversation });
      setQuestion('');
      await readTurnStream(conversation, text, setTurn);
      await queries.invalidateQueries({ queryKey: [conversationsPath] });
      await queries.invalidateQueries({ queryKey: ['/api/v1/ai/conversations/{id}'] });
      if (id === undefined) address.set({ conversation });
    } catch (error) {
      setFailure(error instanceof Response ? await failureOf(error) : error);
    } finally {
      setAsked(undefined);
      setTurn(undefined);
    }
  };
  return (
    <Stack miw={0}>
      {(id === undefined ? [] : (query.data?.turns ?? [])).map((past) => (
        <TurnView key={past.id} turn={past} />
      ))}
      {asked === undefined ? null : (
        <section className="panel" aria-live="polite" aria-busy>
          <h2>
            <InventoryText text={asked.question} />
          </h2>
          <ToolList tools={turn?.tools ?? []} />
          <div className="answer" dir="auto">
            {turn?.text ?? ''}
          </div>
          <Text size="sm" c="dimmed">
            {turn?.failure ?? 'Answering …'}
          </Text>
          {turn?.turnId === undefined ? null : (
            <ActionButton
              refresh={[]}
              run={() =>
                dataOf(
                  client.POST('/api/v1/ai/conversations/{id}/turns/{turn_id}/cancel', {
                    params: { path: { id: asked.conversation, turn_id: turn.turnId ?? '' } },
                  }),
                )
              }
            >
              Cancel
            </ActionButton>
          )}
        </section>
      )}
      {failure === undefined ? null : <FailureNote error={failure} />}
      <form onSubmit={(event) => void ask(event)} aria-label="Ask the assistant">
        <Stack gap="xs">
          <Textarea
            label="Question"
            autosize
            minRows={2}
            value={question}
            maxLength={8000}
            onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.shiftKey) void ask(event);
            }}
          />
          <Group justify="flex-end">
            <Button type="submit" disabled={asked !== undefined}>
              Ask
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}

function TurnView({ turn }: { readonly turn: Turn }) {
  return (
    <section className="panel" data-id={turn.id}>
      <h2>
        <InventoryText text={turn.question} />
      </h2>
      <div className="answer" dir="auto">
        {turn.answer ?? turn.error?.message ?? ''}
      </div>
      {turn.status === 'completed' ? null : <StatusMark value={turn.status} />}
      <CitationList citations={turn.citations} />
    </section>
  );
}

function CitationList({ citations }: { readonly citations: readonly Citation[] }) {
  if (citations.length === 0) return null;
  return (
    <ol className="entries" aria-label="Citations">
      {citations.map(({ index, entity_type: type, id, name }) => {
        const page = citedPages[type];
        return (
          <li key={index}>
            [{index}]{' '}
            {page === undefined ? (
              <InventoryText text={name} />
            ) : (
              <PageLink to={`${page}/${id}`}>
                <InventoryText text={name} />
              </PageLink>
            )}{' '}
            <span className="missing">{plainWords(type)}</span>
          </li>
        );
      })}
    </ol>
  );
}

function ToolList({ tools }: { readonly tools: StreamedTurn['tools'] }) {
  if (tools.length === 0) return null;
  return (
    <details>
      <summary>{tools.length} tool calls</summary>
      <ul>
        {tools.map(({ name, status }, index) => (
          <li key={index}>
            <StatusMark value={status} /> {plainWords(name)}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Returns the error of a response that refuses a question. */
async function failureOf(response: Response): Promise<unknown> {
  const error = (await response.json()) as ApiError;
  return dataOf(Promise.resolve({ error, response })).catch((refused: unknown) => refused);
}
