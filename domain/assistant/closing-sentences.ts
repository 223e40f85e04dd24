import type { ToolFreshness } from './tool-response.ts';
import { turnLimits } from './turn-limits.ts';
import { visibleLine } from './visible-text.ts';

/** Characters of an answer that are kept for the sentences of this file. */
export const closingCharacters = 1000;

const maximumNames = 5;
const maximumName = 60;

/** Says that the answer cites no record and no count. */
export const noEvidence = 'No evidence: this answer cites no record and no count from the inventory.';

/** Names the numbers of an answer that no tool of the turn returned. */
export function unconfirmedNumbersSentence(numbers: readonly number[]): string {
  const shown = numbers.slice(0, maximumNames).map((number) => String(number).slice(0, maximumName));
  const others = numbers.length - shown.length;
  const list = [...shown, ...(others > 0 ? [`${others} more`] : [])].join(', ');
  return `Not confirmed by the inventory: ${list}.`;
}

/** The limits of a turn that end an answer early. */
export const limitSentences = {
  modelCalls: `The answer is incomplete: the turn reached its limit of ${turnLimits.modelCalls} model calls. A new question has all of them.`,
  toolCalls: `The answer is incomplete: the turn reached its limit of ${turnLimits.toolCalls} tool calls. A new question has all of them.`,
  tokens: `The answer is incomplete: the turn reached its limit of ${turnLimits.tokens} tokens. A new question has all of them.`,
  providerResponse:
    'The answer is incomplete: the model provider ended its response at the length of a single response.',
  answerCharacters: `The answer is incomplete: it reached the limit of ${turnLimits.answerCharacters} characters.`,
} as const;
export type TurnLimit = keyof typeof limitSentences;

/** Returns the freshness of all results together: the oldest scan and all stale accounts by name. */
export function mergeFreshness(results: readonly ToolFreshness[]): ToolFreshness | undefined {
  if (results.length === 0) return undefined;
  const times = results.flatMap(({ data_as_of }) => (data_as_of === null ? [] : [data_as_of]));
  const stale = new Map(results.flatMap(({ stale_accounts }) => stale_accounts).map((row) => [row.id, row]));
  return {
    data_as_of: times.toSorted()[0] ?? null,
    stale_accounts: [...stale.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    never_scanned: Math.max(...results.map(({ never_scanned }) => never_scanned)),
  };
}

/** Returns the last sentence of an answer. */
export function freshnessSentence({ data_as_of, stale_accounts, never_scanned }: ToolFreshness): string {
  const names = stale_accounts
    .slice(0, maximumNames)
    .map(({ name }) => visibleLine(name).replaceAll(/[[\]]/g, '').slice(0, maximumName));
  const others = stale_accounts.length - names.length;
  const stale = [...names, ...(others > 0 ? [`${others} more`] : [])].join(', ');
  const asOf = data_as_of === null ? 'no successful scan' : secondsOf(data_as_of);
  const missing = never_scanned > 0 ? `; accounts without a successful scan: ${never_scanned}` : '';
  return `Data as of ${asOf}; stale: ${stale === '' ? 'none' : stale}${missing}.`;
}

/** Returns an answer without the sentence of {@link freshnessSentence}, which has names of accounts. */
export function withoutFreshness(answer: string): string {
  return answer.replace(/(?:^|\n\n)Data as of [^\n]*$/, '');
}

/** Returns an ISO time without fractions of a second. */
function secondsOf(time: string): string {
  return Number.isNaN(Date.parse(time)) ? time : `${new Date(time).toISOString().slice(0, 19)}Z`;
}
