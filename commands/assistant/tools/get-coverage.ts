import { z } from 'zod';
import type { ToolGroup, ToolResult, ToolRow } from '../../../domain/assistant/tool-response.ts';
import { errors } from '../../../domain/errors.ts';
import { addCounts, coverageFigures, matchedPercent } from '../../../domain/mapping/coverage-figures.ts';
import type { CoverageCounts } from '../../../domain/mapping/coverage-figures.ts';
import { listFreshness } from '../../../db/inventory/search/freshness.ts';
import { countCoverage } from '../../../db/mapping/coverage/count-coverage.ts';
import type { CoverageGrouping } from '../../../db/mapping/coverage/count-coverage.ts';
import { findProjectStates, listMissingEntries } from '../../../db/mapping/projects/project-states.ts';
import { entityOf, toolRow, timeText } from './shared/entities.ts';
import type { Entity } from './shared/entities.ts';
import { namedGroups } from './shared/named-groups.ts';
import { paging, named } from './shared/parameters.ts';
import { resolveRecordName } from './shared/resolve-names.ts';
import { listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';
import type { ToolContext } from './shared/tool.ts';

/** Rows that the counts by account or type can have, as of `GET /mapping/summary`. */
const maximumCounted = 1000;
const states = ['managed', 'unmanaged', 'unscanned', 'managed_missing'] as const;

export const getCoverageTool = defineTool({
  name: 'get_coverage',
  description:
    'Returns how much of the inventory code manages, of all accounts or of one, and for each connected account its last ' +
    'successful scan and whether it is stale. With `project`, returns what its Terraform states match and the entries whose ' +
    'resource is missing. `group_by` counts resources of one state by account or type.',
  permission: 'mapping:read',
  parameters: z.strictObject({
    account: named('An AWS account').optional(),
    project: named('An IaC project').optional(),
    group_by: z.enum(['account', 'resource_type']).optional(),
    state: z.enum(states).optional().describe('The state that `group_by` counts. Default: unmanaged'),
    ...paging,
  }),
  async run(context, args) {
    if (args.project !== undefined)
      return projectCoverage(context, await resolveRecordName(context, 'project', args.project), args);
    if (args.account !== undefined && args.group_by !== undefined)
      throw errors.validationFailed('group_by', 'cannot be combined with account');
    const account =
      args.account === undefined ? undefined : await resolveRecordName(context, 'account', args.account);
    const counts = await countCoverage(
      context.tenant,
      ['total', 'aws_account_id', 'resource_type'],
      maximumCounted,
    );
    const counted = addCounts(
      account === undefined
        ? counts.total
        : counts.aws_account_id.filter(({ awsAccountId: id }) => id === account.id),
    );
    const { group_by: by, state = 'unmanaged' } = args;
    return listResult(context, args, {
      total: null,
      subject: account,
      accountIds: account === undefined ? undefined : [account.id],
      summary: figuresOf(counted),
      groups: by === undefined ? undefined : await groupsOf(context, counts, by, state),
      rows: (maximum) => scannedAccounts(context, account, maximum + 1),
    });
  },
});

function figuresOf(counts: CoverageCounts) {
  const { coveragePercent: percent, managedMissing, ...figures } = coverageFigures(counts);
  return {
    ...figures,
    managed_missing: managedMissing,
    coverage_percent_lower: percent.lower,
    coverage_percent_upper: percent.upper,
  };
}

async function groupsOf(
  context: ToolContext,
  counts: Awaited<ReturnType<typeof countCoverage>>,
  by: 'account' | 'resource_type',
  state: (typeof states)[number],
): Promise<readonly ToolGroup[]> {
  const grouping: CoverageGrouping = by === 'account' ? 'aws_account_id' : 'resource_type';
  const groups = counts[grouping]
    .map((row) => ({
      key: by === 'account' ? row.awsAccountId : row.resourceType,
      count: state === 'managed_missing' ? row.managedMissing : row[state],
    }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  return by === 'account' ? namedGroups(context, 'account', groups) : groups;
}

/** The connected accounts, the ones with the oldest successful scan first. */
async function scannedAccounts(
  { tenant }: ToolContext,
  account: Entity | undefined,
  maximum: number,
): Promise<readonly ToolRow[]> {
  const accounts = await listFreshness(tenant);
  return accounts
    .filter(({ awsAccountId: id }) => account === undefined || id === account.id)
    .toSorted((a, b) => timeOf(a.lastSuccessfulScanAt) - timeOf(b.lastSuccessfulScanAt))
    .slice(0, maximum)
    .map((row) => {
      const name = row.name === undefined || row.name === '' ? row.accountId : row.name;
      return toolRow(
        entityOf('account', row.awsAccountId, name),
        {
          name,
          account_id: row.accountId,
          is_scanned: row.lastSuccessfulScanAt !== undefined,
          is_stale: row.stale,
          last_successful_scan_at: timeText(row.lastSuccessfulScanAt),
          scan_interval_minutes: row.scanIntervalMinutes,
        },
        ['is_scanned', 'is_stale', 'last_successful_scan_at', 'scan_interval_minutes'],
      );
    });
}

function timeOf(date: Date | undefined): number {
  return date?.getTime() ?? 0;
}

/** The total is the number of missing entries. Each is a row that cites the project. */
async function projectCoverage(
  context: ToolContext,
  project: Entity,
  request: { readonly limit?: number | undefined },
): Promise<ToolResult> {
  const state = (await findProjectStates(context.tenant, [project.id])).get(project.id);
  const { stateResources = 0, matched = 0, missing = 0 } = state ?? {};
  return listResult(context, request, {
    total: missing,
    subject: project,
    summary: {
      has_state: state !== undefined,
      state_resources: stateResources,
      matched,
      managed_missing: missing,
      matched_percent: matchedPercent(matched, missing) ?? null,
    },
    async rows(maximum) {
      const entries = await listMissingEntries(context.tenant, project.id, maximum + 1);
      return entries.map(({ address, resourceType }) =>
        toolRow(project, { address, resource_type: resourceType, management_state: 'managed_missing' }, [
          'resource_type',
          'management_state',
        ]),
      );
    },
  });
}
