import { z } from 'zod';
import { accountParameters } from '../../commands/inventory/account-filter.ts';
import { repeatable } from '../../commands/inventory/parameter-values.ts';
import { listCoverage } from '../../db/discovery/coverage-read-model.ts';
import type { CoverageCell as CellRow } from '../../db/discovery/coverage-read-model.ts';
import { expectedTypes } from '../../domain/discovery/tasks/expected-types.ts';
import { coverageOutcomes } from '../../domain/values.ts';
import { accountFields, accountNames, withAccountIds } from '../connections/account-parameters.ts';
import type { PresentAccount } from '../connections/account-parameters.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id, iso, timestamp } from '../http/schemas.ts';
import { count, region } from './scans.ts';

const CoverageCell = z
  .object({
    ...accountFields,
    region: z.string(),
    resource_type: z.string(),
    outcome: z.enum(coverageOutcomes),
    error_code: z.string().optional(),
    error: z.string().optional(),
    scan_id: id.optional(),
    last_attempt_at: timestamp.optional(),
    last_complete_at: timestamp.optional(),
    blocked_until: timestamp
      .optional()
      .describe(
        'Time until which the cell is not read again, because a policy of the AWS organization denies it',
      ),
    unreadable: count.describe('Number of active resources with parts that the last scan could not read'),
  })
  .meta({ id: 'CoverageCell' });

export const listCoverageOperation = operation({
  id: 'listCoverage',
  method: 'GET',
  path: '/discovery/coverage',
  tag: 'Discovery',
  summary: 'List discovery coverage',
  description:
    'One item per account, region and resource type, with the outcome of the last attempt. `never`: no scan has read it ' +
    'yet. `unsupported`: AWS does not offer the service in the region, or it is not enabled. `blocked_by_scp`: a policy of ' +
    'the AWS organization denies the calls. `not_permitted`: the role template does not grant a required action. These ' +
    'three are no failures of a scan.',
  access: 'scans:read',
  query: z.strictObject({
    ...pagingParameters,
    ...accountParameters,
    region: repeatable(region),
    resource_type: repeatable(z.string().max(200)),
    outcome: repeatable(z.enum(coverageOutcomes)),
  }),
  success: [200, listOf(CoverageCell)],
  async handle({ query, tenant, principal, services }) {
    const { request, envelope } = pager({ principal, services }, 'discovery/coverage', query);
    const [afterAccount, at, type] = request.after?.map(String) ?? [];
    const after =
      afterAccount === undefined || at === undefined || type === undefined
        ? undefined
        : ([afterAccount, at, type] as const);
    const filters = await withAccountIds(tenant, query);
    const rows = await listCoverage(tenant, expectedTypes, filters, after, request.limit);
    const page = cutPage(rows, request.limit, (cell) => [cell.awsAccountId, cell.region, cell.resourceType]);
    const account = await accountNames(
      tenant,
      page.rows.map((cell) => cell.awsAccountId),
    );
    return envelope(page, (cell) => presentCoverageCell(cell, account));
  },
});

function presentCoverageCell(cell: CellRow, account: PresentAccount) {
  return {
    ...account(cell.awsAccountId),
    region: cell.region,
    resource_type: cell.resourceType,
    outcome: cell.outcome,
    error_code: cell.errorCode,
    error: cell.error,
    scan_id: cell.scanId,
    last_attempt_at: iso(cell.lastAttemptAt),
    last_complete_at: iso(cell.lastCompleteAt),
    blocked_until: iso(cell.blockedUntil),
    unreadable: cell.unreadable,
  };
}
