import { z } from 'zod';
import type { ToolRow } from '../../../domain/assistant/tool-response.ts';
import { expectedTypes } from '../../../domain/discovery/tasks/expected-types.ts';
import { errors } from '../../../domain/errors.ts';
import { coverageOutcomes, feedStatuses, scanStatuses, scanTriggers } from '../../../domain/values.ts';
import { countCoverageCells, listCoverage } from '../../../db/discovery/coverage-read-model.ts';
import { listFeeds } from '../../../db/changes/feed-store.ts';
import type { FeedHealth } from '../../../db/changes/feed-store.ts';
import { countScans, findScanWithFailures, listScans } from '../../../db/discovery/scan-read-model.ts';
import type { NamedScan } from '../../../db/discovery/scan-read-model.ts';
import { accountOf, entityOf, nameLookup, toolRow, timeText } from './shared/entities.ts';
import type { Entity } from './shared/entities.ts';
import { asValues, namedFilter, oneOrMore, paging } from './shared/parameters.ts';
import { resolveNames } from './shared/resolve-names.ts';
import type { ResolvedNames } from './shared/resolve-names.ts';
import { listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';
import type { ToolContext } from './shared/tool.ts';

const sections = ['scans', 'failures', 'coverage', 'events'] as const;

/** What `coverage` lists without `outcome`: cells with a reason. */
const incomplete = coverageOutcomes.filter((outcome) => outcome !== 'complete');
const text = z.string().min(1).max(300);

const parameters = z.strictObject({
  section: z
    .enum(sections)
    .describe(
      '`scans`: newest first, with counts; `failures`: what `scan` (default: the last one) could not read; `coverage`: the last ' +
        'attempt of each account, region and type, with its reason (default: incomplete ones); `events`: the reading of CloudTrail by ' +
        'account and region',
    ),
  account: namedFilter('AWS accounts'),
  scan: z.uuid().optional().describe('A reference of a scan'),
  scan_status: oneOrMore(z.enum(scanStatuses)),
  trigger: oneOrMore(z.enum(scanTriggers)),
  region: oneOrMore(text),
  resource_type: oneOrMore(text),
  outcome: oneOrMore(z.enum(coverageOutcomes)),
  ...paging,
});
type Arguments = z.output<typeof parameters>;

export const getDiscoveryTool = defineTool({
  name: 'get_discovery',
  description: 'Scans, their failures, and which parts of AWS could not be read and why.',
  permission: 'scans:read',
  parameters,
  async run(context, args) {
    const names = await resolveNames(context, args);
    if (args.section === 'coverage') return coverage(context, args, names);
    if (args.section === 'failures') return failures(context, args, names);
    if (args.section === 'events') return eventFeeds(context, args, names);
    const filters = {
      aws_account_id: names.ids.account,
      status: asValues(args.scan_status),
      trigger: asValues(args.trigger),
    };
    return listResult(context, args, {
      total: await countScans(context.tenant, filters),
      subject: names.subject,
      accountIds: names.ids.account,
      rows: async (maximum) =>
        (await listScans(context.tenant, filters, undefined, maximum)).map((scan) => scanRow(scan)),
    });
  },
});

function scanRow(scan: NamedScan): ToolRow {
  return toolRow(
    scanEntity(scan),
    {
      account: scan.accountName ?? scan.accountNumber,
      status: scan.status,
      trigger: scan.trigger,
      regions: scan.regions,
      resource_types: scan.resourceTypes,
      seen: scan.seen,
      created: scan.created,
      updated: scan.updated,
      deleted: scan.deleted,
      created_at: timeText(scan.createdAt),
      started_at: timeText(scan.startedAt),
      finished_at: timeText(scan.finishedAt),
      error: scan.error,
    },
    scanStructural,
  );
}

const scanStructural = [
  'status',
  'trigger',
  'regions',
  'resource_types',
  'seen',
  'created',
  'updated',
  'deleted',
  'created_at',
  'started_at',
  'finished_at',
];

function scanEntity(scan: NamedScan): Entity {
  return entityOf('scan', scan.id, `scan of ${timeText(scan.createdAt)}`);
}

/** The reading of CloudTrail by account and region, those with an error first. */
async function eventFeeds(context: ToolContext, args: Arguments, { ids, subject }: ResolvedNames) {
  const { tenant } = context;
  const read = await listFeeds(
    tenant,
    { accountId: ids.account, region: asValues(args.region) },
    undefined,
    maximumFeeds + 1,
  );
  const hasError = ({ lastError }: FeedHealth) => lastError !== undefined;
  const feeds = [...read.filter(hasError), ...read.filter((feed) => !hasError(feed))];
  const counts = feedStatuses.map((status) => [
    status,
    feeds.filter((feed) => feed.status === status).length,
  ]);
  const accountName = await nameLookup(
    context,
    'account',
    feeds.map(({ awsAccountId }) => awsAccountId),
  );
  const isWhole = feeds.length <= maximumFeeds;
  return listResult(context, args, {
    total: isWhole ? feeds.length : null,
    subject,
    accountIds: ids.account,
    summary: isWhole
      ? { ...Object.fromEntries(counts), with_error: feeds.filter(hasError).length }
      : undefined,
    rows: async (maximum) =>
      feeds
        .slice(0, maximum + 1)
        .map((feed) =>
          toolRow(
            entityOf('account', feed.awsAccountId, accountName(feed.awsAccountId)),
            {
              account: accountName(feed.awsAccountId),
              region: feed.region,
              status: feed.status,
              last_event_at: timeText(feed.lastEventAt),
              last_polled_at: timeText(feed.lastPolledAt),
              error: feed.lastError,
            },
            ['region', 'status', 'last_event_at', 'last_polled_at'],
          ),
        ),
  });
}

/** Feeds that are read; when there are more, their number and the counts are not known. */
const maximumFeeds = 1000;

/** The cells that one scan could not read: of the last scan of the accounts, if no scan is given. */
async function failures(context: ToolContext, args: Arguments, { ids, subject }: ResolvedNames) {
  const { tenant } = context;
  const [last] = await listScans(tenant, { aws_account_id: ids.account }, undefined, 1);
  const id = args.scan ?? last?.id;
  const found = id === undefined ? undefined : await findScanWithFailures(tenant, id);
  if (args.scan !== undefined && found === undefined)
    throw errors.validationFailed('scan', 'matches no scan');
  const regions = asValues(args.region);
  const types = asValues(args.resource_type);
  const failed = (found?.failures ?? []).filter(
    ({ aws_account_id: account, region, resource_type: type }) =>
      (ids.account?.includes(account) ?? true) &&
      (regions?.includes(region) ?? true) &&
      (types?.includes(type) ?? true),
  );
  return listResult(context, args, {
    total: failed.length,
    subject: found === undefined ? subject : scanEntity(found.scan),
    accountIds: ids.account,
    summary: found && { scan_status: found.scan.status },
    rows: async (maximum) =>
      Promise.resolve(
        failed
          .slice(0, maximum + 1)
          .map((failure) =>
            toolRow(
              entityOf('account', failure.aws_account_id, failure.account_name ?? failure.account_id),
              {
                account: failure.account_name ?? failure.account_id,
                region: failure.region,
                service: failure.service,
                resource_type: failure.resource_type,
                outcome: failure.outcome,
                error_code: failure.error_code,
                error: failure.error,
              },
              ['region', 'service', 'resource_type', 'outcome', 'error_code'],
            ),
          ),
      ),
  });
}

async function coverage(context: ToolContext, args: Arguments, { ids, subject }: ResolvedNames) {
  const { tenant } = context;
  const filters = {
    aws_account_id: ids.account,
    region: asValues(args.region),
    resource_type: asValues(args.resource_type),
    outcome: asValues(args.outcome) ?? incomplete,
  };
  const counts = await countCoverageCells(tenant, expectedTypes, filters);
  return listResult(context, args, {
    total: counts.reduce((sum, { count }) => sum + count, 0),
    subject,
    accountIds: ids.account,
    summary: Object.fromEntries(counts.map(({ outcome, count }) => [outcome, count])),
    async rows(maximum) {
      const cells = await listCoverage(tenant, expectedTypes, filters, undefined, maximum);
      const accountName = await nameLookup(
        context,
        'account',
        cells.map(({ awsAccountId }) => awsAccountId),
      );
      return cells.map((cell) =>
        toolRow(
          entityOf('account', cell.awsAccountId, accountName(cell.awsAccountId)),
          {
            account: accountOf({ ...cell, accountId: undefined }, accountName),
            region: cell.region,
            resource_type: cell.resourceType,
            outcome: cell.outcome,
            error_code: cell.errorCode,
            error: cell.error,
            unreadable: cell.unreadable,
            last_attempt_at: timeText(cell.lastAttemptAt),
            last_complete_at: timeText(cell.lastCompleteAt),
            blocked_until: timeText(cell.blockedUntil),
          },
          [
            'region',
            'resource_type',
            'outcome',
            'error_code',
            'unreadable',
            'last_attempt_at',
            'last_complete_at',
            'blocked_until',
          ],
        ),
      );
    },
  });
}
