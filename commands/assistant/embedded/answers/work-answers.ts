import { read } from '../../../../domain/assistant/embedded/plan.ts';
import type { ToolPlan } from '../../../../domain/assistant/embedded/plan.ts';
import type { TimeWindow } from '../../../../domain/assistant/embedded/read-time-phrase.ts';
import { arrayOf } from '../../../../domain/assistant/embedded/tool-reply.ts';
import type { ReplyRow } from '../../../../domain/assistant/embedded/tool-reply.ts';
import {
  describeWindow,
  joinTexts,
  plain,
  plural,
  scalarText,
  textOf,
} from '../../../../domain/assistant/embedded/write-text.ts';
import { isObject } from '../../../../domain/json/json.ts';
import type { Json, JsonObject } from '../../../../domain/json/json.ts';
import { entityLine, entityTools } from './entity-answers.ts';
import { recordText } from './record-answers.ts';

/** Plans, runs, pull requests or scans that a question describes. */
export interface WorkQuery {
  /** A key of `entityTools`. */
  readonly entity: string;
  /** Values of the filters of the tool, such as `failed`. */
  readonly states: readonly string[];
  readonly excludedStates: readonly string[];
  /** Filters of the tool by the name of a record. */
  readonly scopes: JsonObject;
  /** The filters of `scopes` in words: `of the project X`. */
  readonly phrase: string;
  readonly window?: TimeWindow;
  /** Words that a record has in one of its texts: the author, the title, the branch. */
  readonly words: readonly string[];
}

/** Which of the records an answer shows: their number, some of them, or one with all of its fields. */
export type WorkForm = 'count' | 'list' | 'newest' | 'oldest';

const pageRows = 50;
/** A record is compared with words and times in at most this many rows. */
const comparedRows = 100;

export function* workAnswer(query: WorkQuery, form: WorkForm, limit: number): ToolPlan {
  const tool = entityTools[query.entity];
  if (tool === undefined) throw new Error(`no tool lists ${query.entity}`);
  const { rows, total, compared } = yield* readWork(query, form, limit);
  // What was not compared can match, too.
  const among = total === null ? ` among the newest ${compared}` : '';
  const adjective = [...query.states, ...query.excludedStates.map((state) => `not ${state}`)].map((state) =>
    state.replaceAll('_', ' '),
  );
  const window = query.window === undefined ? '' : ` ${describeWindow(query.window)}`;
  const words =
    query.words.length === 0 ? '' : ` with ${joinTexts(query.words.map((word) => `"${plain(word)}"`))}`;
  const nounOf = (count: number | null) =>
    `${adjective.length === 0 ? '' : `${joinTexts(adjective, 'or')} `}${plural(count, tool.one, tool.several)}${query.phrase}${words}${window}`;
  const [first] = rows;
  if (first === undefined && query.words.length > 0)
    return `Not understood: no ${tool.one}${query.phrase}${window} has ${joinTexts(query.words.map((word) => `"${plain(word)}"`))} among its texts${among}, so the question cannot be answered.`;
  if (first === undefined) return `There are 0 ${nounOf(0)}${among}.`;
  if (form === 'count' || (form === 'list' && total !== 1)) {
    const count = total ?? rows.length;
    const lead = `${plural(count, 'There is', 'There are')} ${count} ${nounOf(count)}${among}`;
    if (form === 'count') return `${lead}.`;
    const more = total === null || total > Math.min(limit, rows.length);
    return [
      `${lead}:`,
      ...rows.slice(0, limit).map(entityLine),
      ...(more ? ['The list continues; add a filter to shorten it.'] : []),
    ].join('\n');
  }
  const order = total === 1 ? 'only' : form === 'oldest' ? 'first' : 'last';
  if (limit > 1 && rows.length > 1)
    return [`The ${order} ${nounOf(null)}:`, ...rows.slice(0, limit).map(entityLine)].join('\n');
  return [`The ${order} ${nounOf(1)}:`, recordText(first), ...durationOf(first)].join('\n');
}

/** The rows that match, newest first or from the oldest on; their number, `null` when not all were compared; and how many were. */
function* readWork(
  { entity, states, excludedStates, scopes, window, words }: WorkQuery,
  form: WorkForm,
  limit: number,
): ToolPlan<{
  readonly rows: readonly ReplyRow[];
  readonly total: number | null;
  readonly compared: number;
}> {
  const tool = entityTools[entity];
  if (tool === undefined) return { rows: [], total: 0, compared: 0 };
  const args: Record<string, Json> = { ...tool.always, ...scopes };
  for (const [argument, values] of Object.entries(tool.states)) {
    const own = values.filter((value) => states.includes(value));
    const rest = values.filter((value) => !excludedStates.includes(value));
    if (own.length > 0) args[argument] = own;
    else if (rest.length < values.length) args[argument] = rest;
  }
  const isTimed = window !== undefined && tool.hasWindow === true;
  if (isTimed) {
    args['since'] = window.since.toISOString();
    args['until'] = window.until.toISOString();
  }
  const isCompared = words.length > 0 || (window !== undefined && !isTimed);
  const first = yield* read(tool.tool, { ...args, limit: isCompared ? pageRows : Math.min(limit, pageRows) });
  if (!isCompared) {
    if (form !== 'oldest' || first.total === null || first.total <= first.rows.length)
      return {
        rows: form === 'oldest' ? first.rows.toReversed() : first.rows,
        total: first.total ?? 0,
        compared: 0,
      };
    const offset = Math.max(0, first.total - limit);
    const last = yield* read(tool.tool, { ...args, limit, offset });
    return { rows: last.rows.toReversed(), total: first.total, compared: 0 };
  }
  const rows = [...first.rows];
  let isWhole = !first.truncated;
  while (!isWhole && rows.length < comparedRows) {
    const next = yield* read(tool.tool, { ...args, limit: pageRows, offset: rows.length });
    rows.push(...next.rows);
    isWhole = !next.truncated || next.rows.length === 0;
  }
  const fields = tool.times?.[states.find((state) => tool.times?.[state] !== undefined) ?? ''] ?? [];
  const matching = rows.filter(
    (row) => (isTimed || isWithin(row, fields, window)) && words.every((word) => hasWord(row, word)),
  );
  return {
    rows: form === 'oldest' ? matching.toReversed() : matching,
    total: isWhole ? matching.length : null,
    compared: rows.length,
  };
}

function isWithin({ fields }: ReplyRow, names: readonly string[], window: TimeWindow | undefined): boolean {
  if (window === undefined) return true;
  const time = Date.parse(textOf(fields, ...names));
  return time >= window.since.getTime() && time < window.until.getTime();
}

/** Whether a text of a record has a word, whatever its ending: `encrypting` is in `Encrypt the queues`. */
function hasWord({ fields }: ReplyRow, word: string): boolean {
  const stem = stemOf(word);
  return Object.values(fields)
    .flatMap((value) => [value, ...arrayOf(value)])
    .map((value) => (isObject(value) ? textOf(value, 'name') : scalarText(value)))
    .some((text) => text.toLowerCase().includes(stem));
}

function stemOf(word: string): string {
  const lower = word.toLowerCase();
  const short = lower.replace(/(?:ing|ed|es|s)$/, '');
  return short.length >= 4 ? short : lower;
}

/** How long a run or a scan took. */
function durationOf({ fields }: ReplyRow): readonly string[] {
  const [start, end] = [textOf(fields, 'started_at'), textOf(fields, 'finished_at')].map((text) =>
    Date.parse(text),
  );
  if (start === undefined || end === undefined || Number.isNaN(start) || Number.isNaN(end)) return [];
  return [`- it took: ${Math.round((end - start) / 1000)} seconds`];
}

/** Whether the newest plan, or a named one, was applied: a later successful apply of the plan or of its commit. */
export function* appliedAnswer(named: string | undefined, scope: JsonObject): ToolPlan {
  const [plan] =
    named === undefined
      ? (yield* read('list_plans', { ...scope, limit: 1 })).rows
      : (yield* read('get_plan', { plan: named, limit: 1 })).rows;
  if (plan === undefined) return 'There is no plan.';
  const since = textOf(plan.fields, 'created_at');
  const runs = yield* read('list_executions', {
    ...scope,
    kind: 'apply',
    ...(since === '' ? {} : { since }),
    limit: pageRows,
  });
  const [id, commit] = [textOf(plan.fields, 'id'), textOf(plan.fields, 'commit_sha')];
  const matching = runs.rows.filter(
    ({ fields }) =>
      (id !== '' && textOf(fields, 'plan_id') === id) ||
      (commit !== '' &&
        textOf(fields, 'commit_sha') === commit &&
        textOf(fields, 'project') === textOf(plan.fields, 'project')),
  );
  const [run] = matching.toSorted(
    (one, other) =>
      Number(textOf(other.fields, 'status') === 'succeeded') -
      Number(textOf(one.fields, 'status') === 'succeeded'),
  );
  const subject = entityLine(plan).slice(2);
  if (run === undefined)
    return `No: no apply of the plan ${subject} is known${runs.truncated ? ` among the newest ${runs.rows.length} apply runs` : ''}. ${runs.total ?? 0} apply runs are later.`;
  const isDone = textOf(run.fields, 'status') === 'succeeded';
  return `${isDone ? 'Yes' : 'No'}: an apply of the plan ${subject} ${isDone ? 'succeeded' : `has the status ${textOf(run.fields, 'status')}`}:\n${entityLine(run)}`;
}
