import type { ToolPlan } from './plan.ts';
import type { Question } from './question.ts';
import { resolveName } from './resolve-name.ts';
import type { ReplyRow } from './tool-reply.ts';

/** Finds the resource that a question names, narrowed by its type, region and account. */
export function* namedResource(question: Question): ToolPlan<ReplyRow> {
  const [name = { text: '', certain: false }] = question.names;
  const { row } = yield* resolveName(name, ['resource'], question.filters);
  return row;
}
