import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { dataOf } from '../../api-client/create-typed-client.ts';
import type { ApiError, Citation } from '../../api-client/api-types.ts';
import { client } from '../http/client.ts';
import { getting } from '../http/queries.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { FailureNote } from '../shared/failure-note.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { useAddress } from '../shared/use-address.ts';
import { askTurn } from './ask-turn.ts';
import { CitationDrawer } from './citation-drawer.tsx';
import { followTurn } from './follow-turn.ts';
import { ToolList, TurnView } from './turn-view.tsx';
import type { StreamedTurn } from './turn-after.ts';

const conversationsPath = '/api/v1/ai/conversations';
const conversationPath = '/api/v1/ai/conversations/{id}';

interface RunningTurn {
  readonly question: string;
  readonly conversation: string;
}

/** A conversation: its turns, the one that runs, and the next question. */
export function ConversationView({ id }: { readonly id: string | undefined }) {
  const address = useAddress();
  const queries = useQueryClient();
  const query = useQuery({
    ...getting(conversationPath, { path: { id: id ?? '' } }),
    enabled: id !== undefined,
  });
  const [question, setQuestion] = useState('');
  const [running, setRunning] = useState<RunningTurn>();
  const [turn, setTurn] = useState<StreamedTurn>();
  const [failure, setFailure] = useState<unknown>();
  const [cited, setCited] = useState<Citation>();
  const turns = id === undefined ? [] : (query.data?.turns ?? []);
  const refresh = useCallback(async () => {
    await queries.invalidateQueries({ queryKey: [conversationsPath] });
    await queries.invalidateQueries({ queryKey: [conversationPath] });
  }, [queries]);
  const ask = async (text: string) => {
    if (text === '' || running !== undefined) return;
    setFailure(undefined);
    try {
      const conversation = id ?? (await dataOf(client.POST(conversationsPath, { body: {} }))).id;
      setRunning({ question: text, conversation });
      setQuestion('');
      await askTurn(conversation, text, setTurn);
      await refresh();
      if (id === undefined) address.set({ conversation });
    } catch (error) {
      setQuestion((before) => (before === '' ? text : before));
      setFailure(error instanceof Response ? await failureOf(error) : error);
    } finally {
      setRunning(undefined);
      setTurn(undefined);
    }
  };
  // A turn that another page has started, or this one before it was loaded again, is followed to its end.
  const unfinished = turns.find(({ status }) => status === 'running');
  const unfinishedId = running === undefined ? unfinished?.id : undefined;
  useEffect(() => {
    if (unfinishedId === undefined || id === undefined) return undefined;
    const stop = new AbortController();
    void followTurn(id, { turnId: unfinishedId }, setTurn, stop.signal).then(async () => {
      if (stop.signal.aborted) return;
      await refresh();
      setTurn(undefined);
    });
    return () => stop.abort();
  }, [unfinishedId, id, refresh]);
  const shown =
    running ??
    (unfinished === undefined || id === undefined
      ? undefined
      : { question: unfinished.question, conversation: id });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void ask(question.trim());
  };
  return (
    <Stack miw={0}>
      {turns
        .filter((past) => past.id !== unfinished?.id)
        .map((past) => (
          <TurnView
            key={past.id}
            turn={past}
            onCite={setCited}
            onRetry={shown === undefined ? () => void ask(past.question) : undefined}
          />
        ))}
      {shown === undefined ? null : <RunningTurnView running={shown} turn={turn} onCite={setCited} />}
      {failure === undefined ? null : (
        <FailureNote error={failure} onRetry={() => void ask(question.trim())} />
      )}
      <form onSubmit={submit} aria-label="Ask the assistant">
        <Stack gap="xs">
          <Textarea
            label="Question"
            autosize
            minRows={2}
            value={question}
            maxLength={8000}
            onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.shiftKey) submit(event);
            }}
          />
          <Group justify="flex-end">
            <Button type="submit" disabled={shown !== undefined}>
              Ask
            </Button>
          </Group>
        </Stack>
      </form>
      <CitationDrawer citation={cited} onClose={() => setCited(undefined)} />
    </Stack>
  );
}

function RunningTurnView({
  running,
  turn,
  onCite,
}: {
  readonly running: RunningTurn;
  readonly turn: StreamedTurn | undefined;
  readonly onCite: (citation: Citation) => void;
}) {
  return (
    <section className="panel" aria-live="polite" aria-busy>
      <h2>
        <InventoryText text={running.question} />
      </h2>
      <ToolList tools={turn?.tools ?? []} />
      <div className="answer" dir="auto">
        {turn?.text ?? ''}
      </div>
      {turn?.citations.map((citation) => (
        <Button key={citation.index} size="compact-xs" variant="subtle" onClick={() => onCite(citation)}>
          [{citation.index}]&nbsp;
          <InventoryText text={citation.name} width="12rem" />
        </Button>
      ))}
      <Text size="sm" c="dimmed">
        {turn?.isReconnecting === true
          ? 'The connection was lost. The answer goes on; reading the rest …'
          : (turn?.failure ?? 'Answering …')}
      </Text>
      {turn?.turnId === undefined ? null : (
        <ActionButton
          refresh={[]}
          run={() =>
            dataOf(
              client.POST('/api/v1/ai/conversations/{id}/turns/{turn_id}/cancel', {
                params: { path: { id: running.conversation, turn_id: turn.turnId ?? '' } },
              }),
            )
          }
        >
          Cancel
        </ActionButton>
      )}
    </section>
  );
}

/** Returns the error of a response that refuses a question. */
async function failureOf(response: Response): Promise<unknown> {
  const error = (await response.json()) as ApiError;
  return dataOf(Promise.resolve({ error, response })).catch((refused: unknown) => refused);
}
