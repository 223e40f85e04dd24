import type { TurnEvent } from '../../../domain/assistant/turn-event.ts';

/** An event as a client receives it. */
export interface ReceivedEvent {
  readonly id: string;
  /** The sequence number of the id. */
  readonly sequence: number;
  readonly type: TurnEvent['type'];
  readonly data: Record<string, unknown>;
}

export interface EventStream {
  readonly response: Response;
  /** Everything that was received so far. */
  readonly text: string;
  readonly events: readonly ReceivedEvent[];
  /** Reads until an event of the type. @throws Error if the stream ends before. */
  until(type: TurnEvent['type']): Promise<ReceivedEvent>;
  /** Reads until the text contains a part. @throws Error if the stream ends before. */
  untilText(part: string): Promise<void>;
  /** Reads to the end of the stream and returns all events. */
  rest(): Promise<readonly ReceivedEvent[]>;
  /** Disconnects. */
  cancel(): Promise<void>;
}

/** Sends a request whose response is a stream of server-sent events. */
export async function openEventStream(
  url: string,
  path: string,
  token: string,
  options: { readonly question?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<EventStream> {
  const { question, headers } = options;
  const response = await fetch(`${url}/api/v1${path}`, {
    method: question === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(question === undefined ? {} : { body: JSON.stringify({ question }) }),
  });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  const read = async (): Promise<boolean> => {
    const part = await reader?.read();
    text += decoder.decode(part?.value, { stream: true });
    return part?.done === false;
  };
  const find = async <T>(what: string, look: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (!(await read())) throw new Error(`the stream ended before ${what}: ${text}`);
    }
  };
  const stream: EventStream = {
    response,
    get text() {
      return text;
    },
    get events() {
      return parseEvents(text);
    },
    until: (type) => find(type, () => stream.events.find((event) => event.type === type)),
    async untilText(part) {
      await find(part, () => text.includes(part) || undefined);
    },
    async rest() {
      while (await read());
      return stream.events;
    },
    async cancel() {
      await reader?.cancel();
    },
  };
  return stream;
}

/** Parses the complete events of a stream; comments are skipped. */
export function parseEvents(text: string): readonly ReceivedEvent[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const fields = new Map(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      const [id, type, data] = [fields.get('id'), fields.get('event'), fields.get('data')];
      if (id === undefined || type === undefined || data === undefined) return [];
      const sequence = Number(id.slice(id.lastIndexOf(':') + 1));
      return [
        { id, sequence, type: type as TurnEvent['type'], data: JSON.parse(data) as Record<string, unknown> },
      ];
    });
}

/** Returns the text of the deltas after the last reset. */
export function textOf(events: readonly ReceivedEvent[]): string {
  const reset = events.findLastIndex(({ type }) => type === 'turn.reset');
  return events
    .slice(reset + 1)
    .map(({ type, data }) => (type === 'text.delta' ? String(data['text']) : ''))
    .join('');
}
