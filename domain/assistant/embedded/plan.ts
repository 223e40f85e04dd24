import type { JsonObject } from '../../json/json.ts';
import type { OkReply, ToolReply } from './tool-reply.ts';
import { describeFailure } from './write-text.ts';

export interface PlannedToolCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/**
 * Steps that answer one question: yields the calls of a step, receives their replies in the same order, and returns the
 * text of the answer. A plan is a pure function of the replies, because every call of the model runs it from the beginning.
 */
export type ToolPlan<Result = string> = Generator<readonly PlannedToolCall[], Result, readonly ToolReply[]>;

/** Thrown by a plan to end with a text, for example when a tool refuses. */
export class PlanEnded extends Error {
  override readonly name = 'PlanEnded';
  readonly answer: string;

  constructor(answer: string) {
    super('the plan ended early');
    this.answer = answer;
  }
}

/** Makes one call. */
export function* call(tool: string, args: JsonObject): ToolPlan<ToolReply> {
  const [reply] = yield [{ tool, arguments: args }];
  return reply ?? { status: 'error', message: 'no response' };
}

/** Makes calls in one step. */
export function* callAll(calls: readonly PlannedToolCall[]): ToolPlan<readonly ToolReply[]> {
  return calls.length === 0 ? [] : yield calls;
}

/** Makes one call and returns its result. Ends the plan when there is none. */
export function* read(tool: string, args: JsonObject): ToolPlan<OkReply> {
  return requireOk(yield* call(tool, args));
}

/**
 * Returns the result of a call.
 * @throws PlanEnded when the call was refused or failed, or when a name is ambiguous
 */
export function requireOk(reply: ToolReply): OkReply {
  if (reply.status === 'ok') return reply;
  throw new PlanEnded(describeFailure(reply));
}
