import type { Fact } from './fact.ts';
import type { DeclineReason, Question } from './question.ts';

/**
 * `wrong`: states something else than was asked, or a false fact. `declined`: a refusal, although the answer exists or without its
 * reason. `failed`: the turn did not complete.
 */
export const verdicts = ['right', 'asks back', 'declined', 'not understood', 'wrong', 'failed'] as const;
export type Verdict = (typeof verdicts)[number];

export interface GivenAnswer {
  readonly text: string;
  readonly completed: boolean;
}

export interface Judgement {
  readonly verdict: Verdict;
  /** The facts that the answer lacks. */
  readonly lacks: readonly Fact[];
}

const notUnderstood = /not understood|did ?n[o']t understand|do(?:es)? not understand|don't understand/i;
const asksBack =
  /which (?:one|of (?:them|these|those))|(?:do|did) you mean|\bplease (?:name|choose)|be more specific/i;
const refuses =
  /\b(?:can ?not|can't|could not|unable|do(?:es)? not (?:know|have|hold|store|record|keep|see|read|include|contain|answer)|doesn't|(?:is|are) not (?:stored|recorded|known|available|part|in the inventory)|only (?:answer|read|know)s?|no (?:data|information|evidence) (?:on|about|of))/i;
const says = /\b(?:not|no|cannot|can't|doesn't|don't|only|none|never|nobody)\b/i;
const none =
  /\b(?:no|none|nothing|nobody|never|neither|not|isn't|aren't|0|zero|without|unowned|false|disabled|off)\b/i;
/** After `5 resources …`, words such as `not` are about something else. */
const strictNone = /\b(?:no|none|nothing|nobody|never|0|zero)\b/i;
const positiveStart = /^\W*(?:there (?:is|are) )?[1-9]/i;
const unknownRecord =
  /\bno (?:record|resource|account|team|application|queue|table|project|environment)s? (?:is |are )?(?:named|called|with the name|matches)/i;
const negativeStart = /^\W*(?:no\b|none\b|nothing\b|nobody\b|there (?:is|are) (?:no|none|not)\b)/i;
/** Paragraphs about the age of the data, at the end of an answer. */
const closing = /\n\n(?:Data as of|No evidence:|Not confirmed by) ?[^\n]*(?=\n\n|$)/g;

const reasons: Readonly<Record<DeclineReason, RegExp>> = {
  read_only:
    /read.?only|(?:can|could|does|do|will)\s?(?:no|n.)t\s*(?:change|delete|create|start|stop|restart|modify|perform|run|merge|assign|tag|apply)|changes nothing|only (?:answers?|reads?)/i,
  cost: /cost|pric|billing|bill\b|spend|budget/i,
  runtime: /metric|health|messages|runtime|measure|logs?\b|traffic|availab|monitor/i,
  on_call: /on.?call|rota|schedule/i,
  usage: /us(?:e|age|ed)\b|traffic|metric|idle/i,
  value: /value|secret|not stored|hash/i,
  scope: /inventory|only answer|scope|infrastructure|instructions|aws/i,
  git: /commit|author|blame|git\b|history/i,
  language: /reads? English only|in English\b/i,
};

/** Compares an answer with the facts that it has to state. */
export function judgeAnswer(
  question: Pick<Question, 'text' | 'mayAsk'>,
  facts: readonly Fact[],
  { text, completed }: GivenAnswer,
): Judgement {
  if (!completed) return { verdict: 'failed', lacks: facts };
  const body = bodyOf(text);
  const lacks = facts.filter((fact) => !states(body, fact));
  const isForeign = facts.every((fact) => fact.kind === 'declines' && fact.reason === 'language');
  if (isForeign && lacks.length === 0) return { verdict: 'right', lacks };
  if (notUnderstood.test(body)) {
    // The refusal has examples, whose names would count as facts.
    const rest = body
      .split('\n\n')
      .filter((part) => !notUnderstood.test(part))
      .join('\n\n');
    const missing = facts.filter((fact) => !states(rest, fact));
    return rest !== '' && missing.length === 0 && !facts.some(isNegative)
      ? { verdict: 'right', lacks: [] }
      : { verdict: 'not understood', lacks: missing };
  }
  if (asksBack.test(body))
    return question.mayAsk === true && isAbout(body, question.text)
      ? { verdict: 'right', lacks: [] }
      : { verdict: 'asks back', lacks };
  if (lacks.length === 0) return { verdict: 'right', lacks };
  const wantsRefusal = facts.some(({ kind }) => kind === 'declines' || kind === 'greets');
  if (wantsRefusal ? says.test(body) : isRefusal(body)) return { verdict: 'declined', lacks };
  return { verdict: 'wrong', lacks };
}

/** Whether an answer states a fact. */
export function states(body: string, fact: Fact): boolean {
  switch (fact.kind) {
    case 'number':
      return statesNumber(body, fact.value);
    case 'texts':
      return fact.texts.filter((text) => statesText(body, text)).length >= fact.atLeast;
    case 'words':
      return fact.words.some((word) => beginsWord(body, word));
    case 'list':
      return statesNames(body, fact.names) && statesTotal(body, fact.total);
    case 'group':
      return statesLabel(body, fact.label) && statesNumber(body, fact.count);
    case 'extreme':
      return statesExtreme(body, fact);
    case 'time':
      return statesTime(body, fact.value);
    case 'some':
      return (
        !negativeStart.test(body) &&
        (/\byes\b/i.test(body) ||
          statesNumber(body, fact.total) ||
          fact.names.some((name) => statesText(body, name)))
      );
    case 'none':
      return statesNone(body, fact.unknownName);
    case 'avoids':
      return !fact.texts.some((text) => body.toLowerCase().includes(text.toLowerCase()));
    case 'declines':
      return (
        says.test(body) &&
        reasons[fact.reason].test(body) &&
        (fact.reason === 'language' || !notUnderstood.test(body))
      );
    case 'greets':
      return !notUnderstood.test(body) && body.length < 600;
    case 'oneOf':
      return fact.facts.some((one) => states(body, one));
    case 'allOf':
      return fact.facts.every((one) => states(body, one));
  }
}

/** Number of names that a list shows at least. Longer lists are cut off. */
export function minimumNames(names: readonly string[]): number {
  return names.length <= 10 ? names.length : 5;
}

/** An answer without its citations and closing paragraphs. */
function bodyOf(text: string): string {
  return `\n\n${text}`
    .replaceAll(closing, '')
    .replaceAll(/ ?\[\d+\]/g, '')
    .trim();
}

/** In a part of an answer, "no" can be about anything. */
function isNegative(fact: Fact): boolean {
  if (fact.kind === 'oneOf' || fact.kind === 'allOf') return fact.facts.some(isNegative);
  return fact.kind === 'none' || (fact.kind === 'number' && fact.value === 0);
}

/** Whether an answer contains a longer word of the question. */
function isAbout(body: string, question: string): boolean {
  const words = question.toLowerCase().match(/[\w/-]{5,}/g) ?? [];
  return words.some((word) => body.toLowerCase().includes(word));
}

/** `No record named "x" exists` is about `x`, so that it is none of what was asked only if `x` was. */
function statesNone(body: string, unknownName: string | undefined): boolean {
  if (unknownRecord.test(body)) return unknownName !== undefined && statesText(body, unknownName);
  return (positiveStart.test(body) ? strictNone : none).test(body);
}

/** A short text that begins with why there is no answer. */
function isRefusal(body: string): boolean {
  const [first = ''] = body.split('\n');
  return body.length < 700 && refuses.test(first);
}

/** A number must stand alone: `5` is not in `15` or `2026-05-01`. */
function statesNumber(body: string, value: number): boolean {
  if (value === 0 && none.test(body)) return true;
  const plain = String(value);
  const grouped = value.toLocaleString('en-US');
  const forms = [plain, grouped, ...[',', '.', ' '].map((sign) => grouped.replaceAll(',', sign))];
  if (!Number.isInteger(value)) forms.push(plain.replace('.', ','), String(Math.round(value)));
  return forms.some((form) =>
    new RegExp(`(?<![\\w.,:-])${escaped(form)}(?:\\.0)?(?![\\w:-]|[.,]\\d)`).test(body),
  );
}

function statesText(body: string, text: string): boolean {
  return new RegExp(`(?<![\\w-])${escaped(text)}(?![\\w-])`, 'i').test(body);
}

function beginsWord(body: string, word: string): boolean {
  return new RegExp(`(?<![\\w])${escaped(word)}`, 'i').test(body);
}

function statesNames(body: string, names: readonly string[]): boolean {
  return names.filter((name) => statesText(body, name)).length >= minimumNames(names);
}

function statesTotal(body: string, total: number): boolean {
  const items = body.split('\n').filter((line) => /^\s*(?:[-*•]|\d+[.)])\s/.test(line)).length;
  return total <= 1 || items === total || statesNumber(body, total);
}

/** A type of CloudFormation has its last part as a label, too: `AWS::EC2::SecurityGroup`, `security group`. */
function statesLabel(body: string, label: string): boolean {
  const last = label.startsWith('AWS::') ? (label.split('::').at(-1) ?? label) : label;
  const spaced = last.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return [label, last, spaced].some((form) => beginsWord(body, form));
}

function statesExtreme(
  body: string,
  { label, count, others }: Extract<Fact, { readonly kind: 'extreme' }>,
): boolean {
  const at = placeOf(body, label);
  if (at === -1) return false;
  const isFirst = others.every((other) => {
    const place = placeOf(body, other);
    return place === -1 || place > at;
  });
  return isFirst || statesNumber(body, count);
}

function placeOf(body: string, text: string): number {
  return body.search(new RegExp(`(?<![\\w-])${escaped(text)}(?![\\w-])`, 'i'));
}

/** The day and the minute of a time, in UTC. */
function statesTime(body: string, value: string): boolean {
  const [day = '', time = ''] = value.split('T');
  return body.includes(day) && body.includes(time.slice(0, 5));
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
