import { defined } from '../../../defined.ts';
import { form } from '../form.ts';
import { read } from '../plan.ts';
import type { ToolPlan } from '../plan.ts';
import { describeScope } from '../resource-arguments.ts';
import { resolveScopes } from '../resolve-name.ts';
import type { ReplyRow } from '../tool-reply.ts';
import { cite, listedRows, textOf, timeOf } from '../write-text.ts';

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

export const coverage = form({
  name: 'coverage by code',
  family: 'trust',
  examples: [
    'What is our code coverage?',
    'How much of the infrastructure is managed by code?',
    'Coverage of account shop-production',
  ],
  patterns: [
    'coverage',
    'what coverage',
    'what code coverage',
    'code coverage',
    'show [code] coverage',
    'how much in|of RES',
    'how much',
    'how much of NAME',
    'what share of RES',
    'what share',
    'share of RES',
    'how much RES',
    'what code coverage RES',
    'coverage RES',
    'how coverage',
    'how good coverage',
  ],
  accepts: { scopes: ['account'], attributes: ['managed', 'unmanaged'] },
  when: ({ types, names }) =>
    types.length === 0 &&
    (names.length === 0 || /^(infrastructure|cloud|aws|estate|inventory)$/i.test(names[0]?.text ?? '')),
  *plan(question) {
    const scopes = yield* resolveScopes(question.filters.scopes, ['account']);
    const [account] = scopes;
    const reply = yield* read('get_coverage', defined({ account: account?.value }));
    const { summary } = reply;
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
    const place = account === undefined ? '' : ` ${describeScope(account, reply.subject)}`;
    return `Coverage by code${place}: ${percent} of the eligible resources. ${counts.join(', ')}.`;
  },
});

export const freshness = form({
  name: 'freshness',
  family: 'trust',
  examples: ['How fresh is the data?', 'When was the last scan?', 'How old is the inventory?'],
  patterns: [
    'how fresh [data]',
    'fresh of data',
    'data fresh',
    'is data fresh',
    'how old data',
    'when last scan',
    'when data|everything scan',
    'when data last scan',
    'when [last] data update',
    'how fresh of data',
    'when last scan RES',
    'last scan',
    'show fresh [data]',
    'when RES last scan',
    'what fresh of data',
    'is data stale',
    'how data fresh',
    'when last scan of|in NAME',
    'when NAME [last] scan',
    'how fresh NAME',
    'when scan [last]',
  ],
  accepts: { scopes: ['account'] },
  when: ({ names }) => names[0]?.field === undefined || names[0].field === 'account',
  *plan(question) {
    const [name] = question.names;
    const stated =
      name === undefined ? question.filters.scopes : [{ field: 'account' as const, text: name.text }];
    const [account] = yield* resolveScopes(stated, ['account']);
    const rows = yield* scannedAccounts(account?.value);
    if (rows.length === 0) return 'No account is connected, so nothing was scanned.';
    return [
      'The last successful scan of each account, oldest first:',
      ...rows.slice(0, listedRows).map(scanLine),
    ].join('\n');
  },
});

export const notScanned = form({
  name: 'accounts that were not scanned',
  family: 'trust',
  examples: ['What is not scanned?', 'Which accounts were never scanned?'],
  patterns: [
    'what|which not scan',
    'which|what account|resource not scan',
    'show account not scan',
    'account not scan',
    'what scan not',
    'is anything not scan',
    'how many account not scan',
    'account without scan',
  ],
  accepts: { attributes: ['succeeded'] },
  *plan() {
    const rows = (yield* scannedAccounts(undefined)).filter(({ fields }) => fields['is_scanned'] === false);
    if (rows.length === 0) return yield* none('Every connected account has a successful scan.');
    return [
      'Connected accounts without a successful scan:',
      ...rows.slice(0, listedRows).map((row) => `- ${cite(row)}`),
    ].join('\n');
  },
});

export const stale = form({
  name: 'stale accounts',
  family: 'trust',
  examples: ['What is stale?', 'Which accounts are stale?'],
  patterns: [
    'what|which stale',
    'which|what account stale',
    'show stale account',
    'stale account',
    'what data stale',
    'show account stale',
    'is anything stale',
    'how many account stale',
    'how many stale account',
    'which|what stale account',
    'what stale data',
  ],
  accepts: {},
  *plan() {
    const rows = (yield* scannedAccounts(undefined)).filter(({ fields }) => fields['is_stale'] === true);
    if (rows.length === 0) return yield* none('No connected account is stale.');
    return ['Stale accounts:', ...rows.slice(0, listedRows).map(scanLine)].join('\n');
  },
});

/** Returns a sentence with the number of connected accounts, which is the evidence for it. */
function* none(sentence: string): ToolPlan {
  const reply = yield* read('list_accounts', { status: 'connected', count_only: true });
  return reply.total === null ? sentence : `${sentence} Connected accounts: ${reply.total}.`;
}

function* scannedAccounts(account: string | undefined): ToolPlan<readonly ReplyRow[]> {
  return (yield* read('get_coverage', defined({ account }))).rows;
}

function scanLine(row: ReplyRow): string {
  const time = timeOf(row.fields, 'last_successful_scan_at');
  const isStale = row.fields['is_stale'] === true ? ', stale' : '';
  return `- ${cite(row)}: ${time === '' ? 'never' : time}${isStale}`;
}
