import { z } from 'zod';
import type { ToolRow } from '../../../domain/assistant/tool-response.ts';
import { accountStatuses } from '../../../domain/values.ts';
import { countAccounts, listAccounts } from '../../../db/connections/account-read-model.ts';
import type { AccountRecord } from '../../../db/connections/account-read-model.ts';
import { listFreshness } from '../../../db/inventory/search/freshness.ts';
import { entityOf, nameLookup, toolRow, timeText } from './shared/entities.ts';
import { countOnly, paging, oneOrMore, searchText, asValues } from './shared/parameters.ts';
import { countEach, listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';
import type { ToolContext } from './shared/tool.ts';

export const listAccountsTool = defineTool({
  name: 'list_accounts',
  description:
    'Lists the onboarded AWS accounts with their status, and the last successful scan of connected ones. `group_by` counts ' +
    'them by status.',
  permission: 'accounts:read',
  parameters: z.strictObject({
    q: searchText.optional().describe('Part of the name, account number, email or OU path'),
    status: oneOrMore(z.enum(accountStatuses)),
    included: z.boolean().optional().describe('Whether scans include the account'),
    group_by: z.enum(['status']).optional(),
    ...paging,
    count_only: countOnly,
  }),
  async run(context, args) {
    const { tenant } = context;
    const filters = { q: args.q, status: asValues(args.status), included: args.included };
    return listResult(context, args, {
      total: await countAccounts(tenant, filters),
      groups:
        args.group_by === undefined
          ? undefined
          : await countEach(accountStatuses, filters.status, (status) =>
              countAccounts(tenant, { ...filters, status: [status] }),
            ),
      rows: async (maximum) => accountRows(context, await listAccounts(tenant, filters, maximum, undefined)),
    });
  },
});

const structural = [
  'status',
  'included',
  'regions',
  'last_validated_at',
  'scan_interval_minutes',
  'last_successful_scan_at',
  'is_stale',
];

async function accountRows(
  context: ToolContext,
  accounts: readonly AccountRecord[],
): Promise<readonly ToolRow[]> {
  const scans = new Map(
    (await listFreshness(context.tenant)).map((freshness) => [freshness.awsAccountId, freshness]),
  );
  const environmentName = await nameLookup(
    context,
    'environment',
    accounts.map((account) => account.defaultEnvironmentId),
  );
  return accounts.map((account) => {
    const { defaultEnvironmentId: environmentId } = account;
    const freshness = scans.get(account.id);
    const name = account.name === undefined || account.name === '' ? account.accountId : account.name;
    return toolRow(
      entityOf('account', account.id, name),
      {
        name,
        account_id: account.accountId,
        email: account.email,
        ou_path: account.ouPath,
        status: account.status,
        included: account.included,
        regions: account.effectiveRegions,
        default_environment: environmentId === undefined ? null : environmentName(environmentId),
        last_validated_at: timeText(account.lastValidatedAt),
        scan_interval_minutes: account.scanIntervalMinutes ?? account.connectionScanIntervalMinutes,
        last_successful_scan_at: timeText(freshness?.lastSuccessfulScanAt),
        is_stale: freshness?.stale,
      },
      structural,
    );
  });
}
