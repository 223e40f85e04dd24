import { form } from '../form.ts';
import { groupText, labelOf } from '../group-text.ts';
import type { NameReference } from '../pattern.ts';
import { callAll, requireOk } from '../plan.ts';
import type { ToolPlan } from '../plan.ts';
import type { Filters, Question } from '../question.ts';
import { describeFilters, describeTypes, resourceArguments, resourceFilters } from '../resource-arguments.ts';
import type { OkReply } from '../tool-reply.ts';

/** The filters of both sides of a comparison; the sides have their own scopes and regions. */
const sharedFilters = { tags: true, attributes: resourceFilters.attributes } as const;

interface Side {
  readonly reply: OkReply;
  /** ` in the account X [r1]` */
  readonly text: string;
}

export const compareCounts = form({
  name: 'compare counts',
  family: 'compare',
  examples: [
    'How many queues in shop-production versus shop-staging?',
    'Compare the buckets in eu-west-1 and us-east-1',
    'Compare resources between production and staging',
  ],
  patterns: [
    'RES [in] PLACE versus|and|to|or [in] PLACE',
    'how many RES [in] PLACE versus|to [in] PLACE',
    'how many RES in PLACE compare to|with|versus [in] PLACE',
    'RES in PLACE compare to|with|versus [in] PLACE',
    'compare [number] [of] RES in|between|of PLACE and|versus|to|with [in] PLACE',
    'compare RES PLACE and|versus|to|with PLACE',
    'compare PLACE and|versus|to|with PLACE RES',
    'difference [in] [number] [of] RES between PLACE and PLACE',
    'show difference [in] RES between PLACE and PLACE',
    'number of RES in PLACE versus|and [in] PLACE',
  ],
  accepts: sharedFilters,
  *plan(question) {
    const [first, second] = yield* countSides(question);
    const noun = describeTypes(question.types, null);
    return [
      `${noun}:`,
      `-${first.text}: ${first.reply.total}`,
      `-${second.text}: ${second.reply.total}`,
    ].join('\n');
  },
});

export const compareMore = form({
  name: 'which has more',
  family: 'compare',
  examples: [
    'Which has more queues, shop-production or shop-staging?',
    'Does eu-west-1 have more buckets than us-east-1?',
    'Which account has more resources: sandbox or data-platform?',
  ],
  patterns: [
    'which|who|what [GROUP] [with] more RES PLACE or|and|versus [in] PLACE',
    'which|who|what PLACE or|and|versus PLACE more RES',
    'which|who|what PLACE or|and|versus PLACE [with] more RES',
    'PLACE more RES than [in] PLACE',
    'how many more RES [in] PLACE than [in] PLACE',
    'is more RES in PLACE than|or [in] PLACE',
    'more RES in PLACE or|than [in] PLACE',
    'more RES PLACE or|versus PLACE',
    'where more RES PLACE or PLACE',
    'where more RES [in] PLACE or [in] PLACE',
    'which|who [GROUP] own more RES PLACE or|and PLACE',
    'which [GROUP] most RES PLACE or PLACE',
  ],
  accepts: sharedFilters,
  *plan(question) {
    const [first, second] = yield* countSides(question);
    const noun = describeTypes(question.types, null);
    const counts = [first, second].map(({ text, reply }) => `-${text}: ${reply.total}`);
    return [`${verdict(first, second)} ${noun}.`, ...counts].join('\n');
  },
});

function verdict(first: Side, second: Side): string {
  const [left, right] = [first.reply.total ?? 0, second.reply.total ?? 0];
  if (left === right) return 'Both have the same number of';
  return `More${left > right ? first.text : second.text}:`;
}

export const compareTypes = form({
  name: 'types that one place lacks',
  family: 'compare',
  examples: [
    'What has shop-production that shop-staging lacks?',
    'What is in eu-west-1 but not in us-east-1?',
    'Which resource types are in sandbox but not in data-platform?',
  ],
  patterns: [
    'what|which [type] PLACE PLACE lack|missing',
    'what|which type PLACE use PLACE lack',
    'what|which [type] [use] in PLACE but|and not [in] PLACE',
    'what|which [type] PLACE but not PLACE',
    'what|which [type] PLACE and PLACE not',
    'what PLACE PLACE not',
    'what PLACE lack PLACE',
    'what|which [type] missing in PLACE versus|to PLACE',
    'what|which resource [type] PLACE PLACE lack|not|missing',
    'what|which resource in PLACE but|and not [in] PLACE',
  ],
  accepts: sharedFilters,
  *plan(question) {
    const [first, second] = yield* countSides({ ...question, types: [] }, { group_by: 'resource_type' });
    const present = new Set(second.reply.groups.map(({ key }) => key));
    const lacking = first.reply.groups.filter(({ key }) => !present.has(key));
    if (second.reply.truncated || first.reply.truncated)
      return `There are too many types${first.text} and${second.text} to compare.`;
    if (lacking.length === 0)
      return `Every resource type${first.text} is${second.text} too. ${totalsOf(first, second)}`;
    return `Resource types${first.text} that are not${second.text}:\n${groupText({ groups: lacking, truncated: false }, 'type')}`;
  },
});

export const compareOverall = form({
  name: 'compare places',
  family: 'compare',
  examples: [
    'Compare shop-production and shop-staging',
    'What is the difference between eu-west-1 and us-east-1?',
  ],
  patterns: [
    'compare PLACE and|versus|to|with PLACE',
    'compare PLACE PLACE',
    'PLACE versus PLACE',
    'what|show difference between PLACE and PLACE',
    'difference between PLACE and PLACE',
    'how PLACE and PLACE difference',
    'how PLACE difference from|to PLACE',
    'PLACE compare to|with PLACE',
    'how PLACE compare to|with PLACE',
  ],
  accepts: sharedFilters,
  *plan(question) {
    const [first, second] = yield* countSides({ ...question, types: [] }, { group_by: 'resource_type' });
    return [
      `Resources${first.text}: ${first.reply.total}. Resources${second.text}: ${second.reply.total}.`,
      `Only${first.text}: ${onlyIn(first.reply, second.reply)}.`,
      `Only${second.text}: ${onlyIn(second.reply, first.reply)}.`,
    ].join('\n');
  },
});

function onlyIn(one: OkReply, other: OkReply): string {
  const keys = new Set(other.groups.map(({ key }) => key));
  const only = one.groups.filter(({ key }) => !keys.has(key)).slice(0, 10);
  return only.length === 0
    ? 'no type'
    : only.map((group) => `${labelOf(group, 'type')}: ${group.count}`).join(', ');
}

function totalsOf(first: Side, second: Side): string {
  return `Resources${first.text}: ${first.reply.total};${second.text}: ${second.reply.total}.`;
}

function* countSides(
  question: Question,
  args: { readonly group_by?: string } = {},
): ToolPlan<readonly [Side, Side]> {
  const questions = [sideOf(question, question.names[0]), sideOf(question, question.names[1])] as const;
  const first = yield* resourceArguments(questions[0]);
  const second = yield* resourceArguments(questions[1]);
  const replies = yield* callAll(
    [first, second].map((prepared) => ({
      tool: 'count_resources',
      arguments: { ...prepared.arguments, ...args },
    })),
  );
  const sides = [first, second].map((prepared, index): Side => {
    const reply = requireOk(replies[index] ?? { status: 'error', message: 'no response' });
    return { reply, text: describeFilters(questions[index] ?? questions[0], prepared.scopes, reply.subject) };
  });
  const [left, right] = sides;
  if (left === undefined || right === undefined) throw new Error('a comparison has two sides');
  return [left, right];
}

/** The question for one side: its place is a region, a stated scope, or a name whose kind is found out. */
function sideOf(question: Question, place: NameReference | undefined): Question {
  const { text = '', field } = place ?? {};
  const filters: Filters =
    field === 'region'
      ? { ...question.filters, regions: [text] }
      : { ...question.filters, scopes: [{ field, text }] };
  return { ...question, filters };
}
