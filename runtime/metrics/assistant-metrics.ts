import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

/** Metrics of the assistant, of one process. */
export interface AssistantMetrics {
  turnEnded(turn: {
    /** `completed` or the code of the failure. */
    readonly outcome: string;
    readonly milliseconds: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
  }): void;
  /** An attempt after the first one began. */
  turnRetried(): void;
  toolCalled(name: string, status: string): void;
  /** The server removed references and links from an answer. */
  answerFiltered(counts: { readonly droppedReferences: number; readonly removedLinks: number }): void;
  streamOpened(): void;
  streamClosed(): void;
  /** The first event of a question was sent, this many seconds after its request arrived. */
  firstEventSent(seconds: number): void;
  /** An event was sent, this many seconds after it was written. */
  eventSent(seconds: number): void;
}

const turnBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const streamBuckets = [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 10];

/** Registers the metrics `assistant_*`. */
export function createAssistantMetrics(registry: Registry): AssistantMetrics {
  const registers = [registry];
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `assistant_${name}_total`, help, labelNames, registers });
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name: `assistant_${name}_seconds`, help, buckets, registers });
  const turns = counter('turns', 'Turns that ended, by outcome', 'outcome');
  const retries = counter('turn_retries', 'Attempts of turns after the first one');
  const toolCalls = counter('tool_calls', 'Tool calls by tool and status', 'tool', 'status');
  const tokens = counter(
    'tokens',
    'Tokens of turns that ended, with voided attempts, by direction',
    'direction',
  );
  const references = counter('dropped_references', 'References in answers to rows that no tool returned');
  const links = counter('removed_links', 'Links, HTML and images that were removed from answers');
  const turnSeconds = histogram('turn', 'Time from a question to the end of its turn', turnBuckets);
  const firstEvent = histogram(
    'first_event',
    'Time from the arrival of a question to its first event',
    streamBuckets,
  );
  const eventLag = histogram(
    'event_lag',
    'Time between the writing and the sending of an event, if the stream was open',
    streamBuckets,
  );
  const streams = new Gauge({ name: 'assistant_open_streams', help: 'Open event streams', registers });
  return {
    turnEnded({ outcome, milliseconds, inputTokens, outputTokens }) {
      turns.inc({ outcome });
      turnSeconds.observe(milliseconds / 1000);
      tokens.inc({ direction: 'input' }, inputTokens);
      tokens.inc({ direction: 'output' }, outputTokens);
    },
    turnRetried: () => retries.inc(),
    toolCalled: (tool, status) => toolCalls.inc({ tool, status }),
    answerFiltered({ droppedReferences, removedLinks }) {
      references.inc(droppedReferences);
      links.inc(removedLinks);
    },
    streamOpened: () => streams.inc(),
    streamClosed: () => streams.dec(),
    firstEventSent: (seconds) => firstEvent.observe(seconds),
    eventSent: (seconds) => eventLag.observe(Math.max(0, seconds)),
  };
}
