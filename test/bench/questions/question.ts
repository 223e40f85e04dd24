/** The kinds of questions, for the figures. */
export const questionClasses = [
  'count',
  'list',
  'group',
  'compare',
  'one',
  'owner',
  'code',
  'change',
  'who',
  'impact',
  'delete',
  'exposure',
  'plan',
  'run',
  'scan',
  'coverage',
  'freshness',
  'drift',
  'configuration',
  'help',
  'decline',
  'greeting',
  'other-language',
  'follow-up',
] as const;

export type QuestionClass = (typeof questionClasses)[number];

/** The folders of questions. Those of a later set were written without sight of the engine that the earlier ones improved. */
export const questionSets = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'] as const;
export type QuestionSet = (typeof questionSets)[number];

/** A question as a user types it, with the way to its right answer. */
export interface Question {
  readonly id: string;
  readonly set: QuestionSet;
  readonly class: QuestionClass;
  readonly asked_by?: string;
  readonly text: string;
  /** Id of the question that precedes this one in the same conversation. */
  readonly after?: string;
  /** Several records or meanings match: asking which one is meant is right, too. */
  readonly mayAsk?: true;
  /** All must hold. */
  readonly expect: readonly Expectation[];
}

/**
 * A path of the API without `/api/v1`, for example `/resources?aws_account_id={account:sandbox}`. `{account:…}`, `{team:…}`,
 * `{environment:…}`, `{application:…}`, `{repository:…}`, `{project:…}` and `{query:…}` are ids by name, `{resource:<type> <name>
 * <region>}` is the id of a resource, `{first:<path>}` the id of the first record of a list, and `{since:…}` a time: `24h`, `7d`,
 * `today`, `yesterday`, `yesterday-18:00` or `monday`, in UTC.
 */
export type Source = string;

/** A condition on a row. `path` is as in `ValueExpectation`. */
export interface Condition {
  readonly path: string;
  readonly is?: unknown;
  readonly isNot?: unknown;
  readonly absent?: true;
  readonly contains?: string;
  readonly startsWith?: string;
}

interface Rows {
  /** All must hold for a row to count. */
  readonly where?: readonly Condition[];
}

/** The answer states the number of rows. */
interface TotalExpectation extends Rows {
  readonly total: Source;
}

/** The answer states the number of different values of a field. */
interface DistinctExpectation extends Rows {
  readonly distinct: Source;
  readonly by: string;
}

/** The answer states the difference of the numbers of rows. */
interface DifferenceExpectation {
  readonly difference: readonly [Source, Source];
}

/** The answer names the rows: all of up to 10, otherwise 5. `field` has alternatives, separated by `|`. */
interface NamesExpectation extends Rows {
  readonly names: Source;
  readonly field?: string;
  readonly atLeast?: number;
  /** Only this many of the first rows. */
  readonly first?: number;
}

/** As `names`; and the answer states the number of rows, or has as many list items. */
interface ListExpectation extends Rows {
  readonly list: Source;
  readonly field?: string;
}

/** The answer states the values at a path, `*` being every item of an array and `[name=value]` one. */
interface ValueExpectation {
  readonly value: Source;
  readonly path: string;
  /** The value is a time: the answer states its day and minute. */
  readonly date?: true;
  /** The answer states at least this many characters of the value. */
  readonly prefix?: number;
}

/** The answer states the label and the number of rows of each of the largest groups. */
interface GroupsExpectation extends Rows {
  readonly groups: Source;
  readonly by: string;
  readonly top: number;
}

/** The answer states every label with its number of rows. */
interface CountsExpectation {
  readonly counts: Readonly<Record<string, Source>>;
}

/** The answer gives the label with the most rows. */
interface LargestExpectation {
  readonly largest: Readonly<Record<string, Source>>;
}

/** The answer gives the label with the fewest rows. */
interface SmallestExpectation {
  readonly smallest: Readonly<Record<string, Source>>;
}

/** There are rows, and the answer says so. */
interface ExistsExpectation extends Rows {
  readonly exists: Source;
  readonly field?: string;
}

/** The answer says that there is none. The source has no rows, or no value at the path. */
interface NoneExpectation extends Rows {
  readonly none: Source | true;
  readonly path?: string;
  /** The question names a record that does not exist: an answer can say that there is none of this name. */
  readonly unknownName?: string;
}

/** The answer contains every text as a whole word. */
interface StatesExpectation {
  readonly states: readonly string[];
}

/** The answer contains a word that begins with one of the texts. */
interface MentionsExpectation {
  readonly mentions: readonly string[];
}

/** The answer contains none of the texts. */
interface AvoidsExpectation {
  readonly avoids: readonly string[];
}

/** The product cannot do or know this. The answer says so, and why. */
interface DeclinesExpectation {
  readonly declines: DeclineReason;
}

export const declineReasons = [
  'read_only',
  'cost',
  'runtime',
  'on_call',
  'usage',
  'value',
  'scope',
  'git',
  /** A question in another language than English: the answer says so, also with the words `not understood`. */
  'language',
] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** A short reply to a greeting or to thanks. */
interface GreetsExpectation {
  readonly greets: true;
}

/** One of the expectations holds. */
interface OneOfExpectation {
  readonly oneOf: readonly Expectation[];
}

/** All of the expectations hold. */
interface AllOfExpectation {
  readonly allOf: readonly Expectation[];
}

export type Expectation =
  | TotalExpectation
  | DistinctExpectation
  | DifferenceExpectation
  | NamesExpectation
  | ListExpectation
  | ValueExpectation
  | GroupsExpectation
  | CountsExpectation
  | LargestExpectation
  | SmallestExpectation
  | ExistsExpectation
  | NoneExpectation
  | StatesExpectation
  | MentionsExpectation
  | AvoidsExpectation
  | DeclinesExpectation
  | GreetsExpectation
  | OneOfExpectation
  | AllOfExpectation;

/** Whether the inventory has the answer, so that a refusal or a greeting is not it. */
export function hasAnswer({ expect }: Question): boolean {
  return !expect.some((one) => 'declines' in one || 'greets' in one);
}
