import { z } from 'zod';
import { coverageHistoryDays, listCoverageDays } from '../../db/mapping/coverage/coverage-history-store.ts';
import { listOf, pageOfShortList, repeatable, shortListParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id, instant } from '../http/schemas.ts';
import { coverageFields, mappingTag as tag, presentCoverage } from './coverage-schemas.ts';

export const getCoverageHistory = operation({
  id: 'getCoverageHistory',
  method: 'GET',
  path: '/mapping/coverage-history',
  tag,
  summary: 'Get the coverage by infrastructure as code for each day',
  description: `Returns the last figures of each UTC day of the last ${coverageHistoryDays} days, oldest first.`,
  access: 'mapping:read',
  query: z.strictObject({
    since: instant.optional().describe('Default: the first day with figures'),
    until: instant.optional().describe('Default: today'),
    aws_account_id: repeatable(id).describe('Default: all accounts'),
    ...shortListParameters,
  }),
  success: [200, listOf(z.object({ day: z.iso.date(), ...coverageFields }))],
  async handle(context) {
    const { query, tenant } = context;
    const days = await listCoverageDays(tenant, {
      since: query.since,
      until: query.until,
      awsAccountIds: query.aws_account_id,
    });
    const items = days.map((row) => ({ day: row.day, ...presentCoverage(row) }));
    return pageOfShortList(context, 'coverage_history', items, ({ day }) => day);
  },
});
