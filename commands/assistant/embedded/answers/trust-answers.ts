import { defined } from '../../../../domain/defined.ts';
import { groupText } from '../../../../domain/assistant/embedded/group-text.ts';
import { callAll, read, requireOk } from '../../../../domain/assistant/embedded/plan.ts';
import type { ToolPlan } from '../../../../domain/assistant/embedded/plan.ts';
import type { OkReply, ReplyRow } from '../../../../domain/assistant/embedded/tool-reply.ts';
import { arrayOf } from '../../../../domain/assistant/embedded/tool-reply.ts';
import {
  cite,
  joinTexts,
  listRows,
  plain,
  rowNameOf,
  textOf,
  timeOf,
} from '../../../../domain/assistant/embedded/write-text.ts';

/** Figures of the coverage, in the order of `GET /mapping/summary`. */
const figures = [
  'eligible',
  'managed',
  'unmanaged',
  'child',
  'default',
  'ignored',
  'unsupported',
  'unscanned',
  'managed_missing',
];

export function* coverageAnswer(account: ReplyRow | undefined): ToolPlan {
  const { summary } = yield* read('get_coverage', defined({ account: account?.ref }));
  const [lower, upper] = [
    textOf(summary, 'coverage_percent_lower'),
    textOf(summary, 'coverage_percent_upper'),
  ];
  const percent =
    lower === '' || upper === ''
      ? 'unknown'
      : lower === upper
        ? `${lower} %`
        : `between ${lower} and ${upper} %`;
  const counts = figures.flatMap((name) =>
    textOf(summary, name) === '' ? [] : [`${name.replace('_', ' ')} ${textOf(summary, name)}`],
  );
  const place = account === undefined ? '' : ` of the account ${cite(account)}`;
  return `Coverage by code${place}: ${percent} of the eligible resources. ${counts.join(', ')}.`;
}

/** The managed and unmanaged resources by account or type. */
export function* coverageGroups(by: 'account' | 'resource_type'): ToolPlan {
  const states = ['managed', 'unmanaged'] as const;
  const replies = yield* callAll(
    states.map((state) => ({ tool: 'get_coverage', arguments: { group_by: by, state } })),
  );
  return replies
    .map(
      (reply, index) =>
        `Resources that are ${states[index] ?? ''}, by ${by === 'account' ? 'account' : 'type'}:\n${groupText(requireOk(reply), by === 'account' ? 'account' : 'type')}`,
    )
    .join('\n');
}

/** How much of the Terraform state of each project matches resources. */
export function* projectCoverageAnswer(): ToolPlan {
  const reply = yield* read('list_projects', { limit: 50 });
  if (reply.rows.length === 0) return 'There are no IaC projects.';
  const lines = reply.rows.map(({ ref, fields }) => {
    const percent = Number(textOf(fields, 'matched_percent'));
    const matched = textOf(fields, 'matched');
    const figures =
      matched === ''
        ? 'no Terraform state'
        : `${Number.isFinite(percent) ? `${Math.round(percent)} % matched, ` : ''}${matched} matched, ${textOf(fields, 'managed_missing')} missing`;
    return `- ${textOf(fields, 'path')} [${ref}]: ${textOf(fields, 'repository')}, ${figures}`;
  });
  return [`${reply.total ?? reply.rows.length} IaC projects, with what their states match:`, ...lines].join(
    '\n',
  );
}

export function* freshnessAnswer(account: ReplyRow | undefined): ToolPlan {
  const reply = yield* scannedAccounts(account);
  if (reply.rows.length === 0) return 'No account is connected, so nothing was scanned.';
  return `The last successful scan of each account, oldest first:\n${listRows(reply, scanDetails)}`;
}

/** The regions that are scanned, by account. */
export function* scannedRegionsAnswer(account: ReplyRow | undefined): ToolPlan {
  const reply = yield* read('list_accounts', {
    status: 'connected',
    ...(account === undefined ? {} : { q: rowNameOf(account).slice(0, 200) }),
    limit: 50,
  });
  const rows = reply.rows.filter(({ ref }) => account === undefined || ref === account.ref);
  if (rows.length === 0)
    return account === undefined ? 'No account is connected.' : `${cite(account)} is not connected.`;
  const lines = listRows(
    { rows, total: null, truncated: account === undefined && reply.truncated },
    (row) => {
      const regions = arrayOf(row.fields['regions'])
        .filter((one) => typeof one === 'string')
        .map(plain);
      return [regions.length === 0 ? 'not known' : joinTexts(regions)];
    },
  );
  return `Regions that are scanned, by connected account:\n${lines}`;
}

/** How often accounts are scanned. */
export function* intervalAnswer(account: ReplyRow | undefined): ToolPlan {
  const lines = listRows(yield* scannedAccounts(account), (row) => {
    const minutes = Number(textOf(row.fields, 'scan_interval_minutes'));
    return [
      Number.isNaN(minutes) || minutes === 0
        ? 'no schedule'
        : `every ${minutes} minutes${minutes % 60 === 0 ? ` (${minutes / 60} hours)` : ''}`,
    ];
  });
  return `The time between scheduled scans:\n${lines}`;
}

/** The accounts without a successful scan are the first rows of the tool. */
export function* notScannedAnswer(): ToolPlan {
  const reply = yield* scannedAccounts(undefined);
  const rows = reply.rows.filter(({ fields }) => fields['is_scanned'] === false);
  if (rows.length === 0) return yield* none('Every connected account has a successful scan.');
  const truncated = reply.truncated && rows.length === reply.rows.length;
  return `Connected accounts without a successful scan:\n${listRows({ rows, total: null, truncated }, () => [])}`;
}

export function* staleAnswer(): ToolPlan {
  const { rows: all, truncated } = yield* scannedAccounts(undefined);
  const rows = all.filter(({ fields }) => fields['is_stale'] === true);
  if (rows.length === 0)
    return yield* none(
      truncated
        ? `None of the ${all.length} connected accounts with the oldest scans is stale.`
        : 'No connected account is stale.',
    );
  return `Stale accounts:\n${listRows({ rows, total: null, truncated }, scanDetails)}`;
}

/** Returns a sentence with the number of connected accounts, which is the evidence for it. */
function* none(sentence: string): ToolPlan {
  const reply = yield* read('list_accounts', { status: 'connected', count_only: true });
  return reply.total === null ? sentence : `${sentence} Connected accounts: ${reply.total}.`;
}

/** The connected accounts, the ones with the oldest successful scan first. */
function* scannedAccounts(account: ReplyRow | undefined): ToolPlan<OkReply> {
  return yield* read('get_coverage', defined({ account: account?.ref }));
}

function scanDetails({ fields }: ReplyRow): readonly string[] {
  const time = timeOf(fields, 'last_successful_scan_at');
  return [time === '' ? 'never' : time, fields['is_stale'] === true ? 'stale' : ''];
}

/** Why resources of a set are not there: whether their accounts were read completely. */
export function* absenceAnswer(text: string): ToolPlan {
  const [coverage] = yield* callAll([{ tool: 'get_coverage', arguments: {} }]);
  if (coverage?.status !== 'ok') return text;
  const missing = coverage.rows.filter(({ fields }) => fields['is_scanned'] === false);
  const lead =
    missing.length === 0
      ? 'Every connected account has a successful scan, so the inventory read them and found none.'
      : `These accounts have no successful scan yet: ${missing.slice(0, 5).map(cite).join(', ')}.`;
  return `${text} ${lead}`;
}
