import { answerQuestion } from '../../../commands/assistant/answer-question.ts';
import type { AnswerDependencies } from '../../../commands/assistant/answer-question.ts';
import type { TurnInput, TurnOutput } from '../../../commands/assistant/turn-answerer.ts';
import type { ToolCallRecord } from '../../../domain/assistant/tool-call-record.ts';
import type { AssistantModel } from '../../../domain/assistant/model.ts';
import type { TurnEvent } from '../../../domain/assistant/turn-event.ts';
import { sampleSession, sampleTools } from './sample-tools.ts';
import type { SampleData } from './sample-tools.ts';

export interface TurnRun {
  readonly output: TurnOutput;
  readonly events: readonly TurnEvent[];
  readonly records: readonly ToolCallRecord[];
  readonly calls: ReturnType<typeof sampleTools>['calls'];
  /** The texts of the `text.delta` events together. */
  readonly streamed: string;
}

export interface TurnOptions extends SampleData {
  readonly input?: Partial<TurnInput>;
  readonly dependencies?: Partial<AnswerDependencies>;
  readonly signal?: AbortSignal;
}

/** Answers a question with a model and the sample tools. */
export async function runTurn(model: AssistantModel, options: TurnOptions = {}): Promise<TurnRun> {
  const { tools, calls } = sampleTools(options);
  const events: TurnEvent[] = [];
  const records: ToolCallRecord[] = [];
  const output = await answerQuestion(
    {
      question: 'Which buckets are there?',
      history: [],
      model: 'model',
      dataMode: 'full',
      now: new Date('2026-05-02T00:00:00Z'),
      ...options.input,
    },
    {
      model,
      tools,
      session: sampleSession(),
      emit: (event) => events.push(event),
      record: async (record) => {
        records.push(record);
        return Promise.resolve();
      },
      ...options.dependencies,
    },
    options.signal ?? new AbortController().signal,
  );
  const streamed = events.map((event) => (event.type === 'text.delta' ? event.data.text : '')).join('');
  return { output, events, records, calls, streamed };
}
