import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Citation, Turn } from '../../api-client/api-types.ts';
import { InventoryText } from '../shared/inventory-text.tsx';
import { plainWords } from '../shared/numbers.ts';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';
import { followTurn } from './follow-turn.ts';
import type { StreamedTurn } from './turn-after.ts';

/** A turn that has ended: question, tool calls, answer and citations. */
export function TurnView({
  turn,
  onCite,
  onRetry,
}: {
  readonly turn: Turn;
  readonly onCite: (citation: Citation) => void;
  /** Absent while a turn runs. */
  readonly onRetry: (() => void) | undefined;
}) {
  const { usage, citations, status, error } = turn;
  return (
    <section className="panel" data-id={turn.id}>
      <h2>
        <InventoryText text={turn.question} />
      </h2>
      {usage.tool_calls === 0 ? null : <PastTools turn={turn} count={usage.tool_calls} />}
      <div className="answer" dir="auto">
        {turn.answer ?? ''}
      </div>
      {citations.length === 0 ? null : (
        <ol className="entries" aria-label="Citations">
          {citations.map((citation) => (
            <li key={citation.index}>
              <Button size="compact-xs" variant="subtle" onClick={() => onCite(citation)}>
                [{citation.index}]&nbsp;
                <InventoryText text={citation.name} width="18rem" />
              </Button>{' '}
              <span className="missing">{plainWords(citation.entity_type)}</span>
            </li>
          ))}
        </ol>
      )}
      <Group gap="sm">
        <span className="missing">
          <TimeText at={turn.started_at} />
        </span>
        {status === 'completed' ? null : <StatusMark value={status} />}
        {error === undefined ? null : <span>{error.message}</span>}
        {onRetry === undefined ? null : (
          <Button size="compact-xs" variant="default" onClick={onRetry}>
            Ask again
          </Button>
        )}
      </Group>
    </section>
  );
}

/** The tool calls of a turn that has ended; its events, which are kept for 7 days, are read when the list is opened. */
function PastTools({ turn, count }: { readonly turn: Turn; readonly count: number }) {
  const [streamed, setStreamed] = useState<StreamedTurn>();
  const [isOver, setOver] = useState(false);
  return (
    <details
      onToggle={({ currentTarget }) => {
        if (!currentTarget.open || streamed !== undefined || isOver) return;
        void followTurn(turn.conversation_id, { turnId: turn.id }, setStreamed).then(() => setOver(true));
      }}
    >
      <summary>{count === 1 ? '1 tool call' : `${count} tool calls`}</summary>
      {streamed !== undefined && streamed.tools.length > 0 ? (
        <ToolEntries tools={streamed.tools} />
      ) : (
        <p className="missing">{isOver ? 'The events of the turn are no longer kept.' : 'Reading …'}</p>
      )}
    </details>
  );
}

/** The tool calls of a turn while it runs, folded. */
export function ToolList({ tools }: { readonly tools: StreamedTurn['tools'] }) {
  if (tools.length === 0) return null;
  return (
    <details>
      <summary>{tools.length === 1 ? '1 tool call' : `${tools.length} tool calls`}</summary>
      <ToolEntries tools={tools} />
    </details>
  );
}

function ToolEntries({ tools }: { readonly tools: StreamedTurn['tools'] }) {
  return (
    <ul>
      {tools.map(({ name, status }, index) => (
        <li key={index}>
          <StatusMark value={status} /> {plainWords(name)}
        </li>
      ))}
    </ul>
  );
}
