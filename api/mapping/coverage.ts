import { z } from 'zod';
import { accountIdsOf, accountParameters } from '../../commands/inventory/account-filter.ts';
import { instant, repeatable } from '../../commands/inventory/parameter-values.ts';
import { freshnessOf } from '../../db/inventory/search/freshness.ts';
import { countCoverage } from '../../db/mapping/coverage/count-coverage.ts';
import { coverageHistoryDays, listCoverageDays } from '../../db/mapping/coverage/coverage-history-store.ts';
import { listAccountEvidence, listEvidence } from '../../db/mapping/match/evidence-read-model.ts';
import { countAccountsWithoutStackResources } from '../../db/mapping/match/match-stacks.ts';
import { countOutcomes } from '../../db/drift/drift-read-model.ts';
import type { DriftCounts } from '../../db/drift/drift-read-model.ts';
import { countProjectEntries } from '../../db/mapping/projects/project-entries.ts';
import { addCounts, coverageFigures, matchedPercent } from '../../domain/mapping/coverage-figures.ts';
import type { CoverageCounts } from '../../domain/mapping/coverage-figures.ts';
import { evidenceReasonKinds } from '../../domain/values.ts';
import { accountFields, accountNames, withAccountIds } from '../connections/account-parameters.ts';
import {
  cutPage,
  listOf,
  pageOfShortList,
  pager,
  pagingParameters,
  shortListParameters,
} from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { presentFreshness } from '../inventory/present-freshness.ts';
import { Freshness } from '../inventory/schemas.ts';
import { EvidenceReason, presentReason } from './evidence-reason.ts';

export const mappingTag = 'Mapping';
const count = z.int();
const bound = z.number().nullable();

/** Counts of active resources and missing entries, as `coverageFigures` returns them. */
const coverageFields = {
  eligible: count.describe('managed + unmanaged + unscanned'),
  managed: count,
  unmanaged: count,
  child: count.describe('Made by another resource, a stack or a service, or a part of another resource'),
  default: count.describe('Made by AWS'),
  unsupported: count.describe('Of a type that Terraform cannot manage'),
  unscanned: count.describe('Without complete evidence of Terraform states'),
  ignored: count.describe('Ignored by a correction'),
  managed_missing: count.describe('State entries whose resource does not exist'),
  coverage_percent: z
    .object({ lower: bound, upper: bound })
    .describe(
      'Managed share of the eligible resources: `lower` counts unscanned resources as unmanaged, `upper` as managed; ' +
        'null when nothing is eligible',
    ),
};

const maximumRows = 1000;
const maximumReasons = 3;

const MappingSummary = z
  .object({
    ...coverageFields,
    by_account: z.array(z.object({ ...accountFields, ...coverageFields })),
    by_type: z.array(z.object({ resource_type: z.string(), ...coverageFields })),
    by_iac_project: z.array(
      z.object({
        iac_project_id: id.optional().describe('Absent for a state without a project'),
        state_source_id: id.optional(),
        state_resources: z.int(),
        matched: z.int(),
        managed_missing: z.int(),
        matched_percent: z.int().optional(),
      }),
    ),
    evidence: z
      .array(
        z.object({
          ...accountFields,
          complete: z
            .boolean()
            .describe(
              'Whether a resource of the account that no code claims is `unmanaged`, and not `unknown`',
            ),
          reasons: z.array(EvidenceReason).describe(`At most ${maximumReasons}`),
          reasons_total: count,
        }),
      )
      .describe('Incomplete accounts first'),
    accounts_without_stack_resources: count.describe(
      'Accounts whose role may not list the resources of CloudFormation stacks, which are known only by their tags. A role of the ' +
        'current template version may',
    ),
    drift: z
      .object({ drifted: count, in_sync: count, unknown: count, muted: count })
      .describe(
        'Managed resources by the outcome of their last comparison; `muted`: with a muted difference',
      ),
    freshness: Freshness,
  })
  .meta({ id: 'MappingSummary' });

export const coverageOperations = [
  operation({
    id: 'getMappingSummary',
    method: 'GET',
    path: '/mapping/summary',
    tag: mappingTag,
    summary: 'Get the coverage by infrastructure as code',
    description:
      'Counts active resources. `by_account`, `by_type` and `by_iac_project` list the most unmanaged or missing first, ' +
      `\`evidence\` incomplete accounts first, at most ${maximumRows} rows each.`,
    access: 'mapping:read',
    transaction: 'snapshot',
    success: [200, MappingSummary],
    async handle({ tenant }) {
      const counts = await countCoverage(tenant, ['total', 'aws_account_id', 'resource_type'], maximumRows);
      const projects = await countProjectEntries(tenant, maximumRows);
      const evidence = await listAccountEvidence(tenant, maximumRows, maximumReasons);
      const account = await accountNames(
        tenant,
        [...counts.aws_account_id, ...evidence].map((row) => row.awsAccountId),
      );
      return {
        ...presentCoverage(addCounts(counts.total)),
        by_account: counts.aws_account_id.map((row) => ({
          ...account(row.awsAccountId ?? ''),
          ...presentCoverage(row),
        })),
        by_type: counts.resource_type.map((row) => ({
          resource_type: row.resourceType ?? '',
          ...presentCoverage(row),
        })),
        by_iac_project: projects.map((row) => ({
          iac_project_id: row.iacProjectId,
          state_source_id: row.stateSourceId,
          state_resources: row.stateResources,
          matched: row.matched,
          managed_missing: row.missing,
          matched_percent: matchedPercent(row.matched, row.missing),
        })),
        evidence: evidence.map((row) => ({
          ...account(row.awsAccountId),
          complete: row.complete,
          reasons: row.reasons.map(presentReason),
          reasons_total: row.reasonsTotal,
        })),
        accounts_without_stack_resources: await countAccountsWithoutStackResources(tenant),
        drift: presentOutcomes(await countOutcomes(tenant)),
        freshness: presentFreshness(await freshnessOf(tenant)),
      };
    },
  }),
  operation({
    id: 'listEvidence',
    method: 'GET',
    path: '/mapping/evidence',
    tag: mappingTag,
    summary: 'List why the evidence of accounts is incomplete',
    description:
      'A resource that no code claims is `unmanaged` only in an account with complete evidence: a state that reaches the account ' +
      'was read, and nothing that was not read may reach it. Lists by account, the narrowest reach first.',
    access: 'mapping:read',
    query: z.strictObject({
      ...pagingParameters,
      ...accountParameters,
      kind: repeatable(z.enum(evidenceReasonKinds)),
    }),
    success: [200, listOf(EvidenceReason.extend(accountFields).meta({ id: 'AccountEvidenceReason' }))],
    async handle(context) {
      const { query, tenant } = context;
      const { request, envelope } = pager(context, 'evidence', query);
      const [account, position] = request.after ?? [];
      const after = account === undefined ? undefined : ([String(account), String(position)] as const);
      const rows = await listEvidence(tenant, await withAccountIds(tenant, query), request.limit, after);
      const page = cutPage(rows, request.limit, (row) => [row.awsAccountId, row.position]);
      const name = await accountNames(
        tenant,
        page.rows.map((row) => row.awsAccountId),
      );
      return envelope(page, (row) => ({ ...name(row.awsAccountId), ...presentReason(row) }));
    },
  }),
  operation({
    id: 'getCoverageHistory',
    method: 'GET',
    path: '/mapping/coverage-history',
    tag: mappingTag,
    summary: 'Get the coverage by infrastructure as code for each day',
    description: `Returns the last figures of each UTC day of the last ${coverageHistoryDays} days, oldest first.`,
    access: 'mapping:read',
    query: z.strictObject({
      since: instant.optional().describe('Default: the first day with figures'),
      until: instant.optional().describe('Default: today'),
      ...accountParameters,
      ...shortListParameters,
    }),
    success: [200, listOf(z.object({ day: z.iso.date(), ...coverageFields }).meta({ id: 'CoverageDay' }))],
    async handle(context) {
      const { query, tenant } = context;
      const days = await listCoverageDays(tenant, {
        since: query.since,
        until: query.until,
        awsAccountIds: await accountIdsOf(tenant, query),
      });
      const items = days.map((row) => ({ day: row.day, ...presentCoverage(row) }));
      return pageOfShortList(context, 'coverage_history', items, ({ day }) => day);
    },
  }),
];

function presentCoverage(counts: CoverageCounts) {
  const figures = coverageFigures(counts);
  return {
    eligible: figures.eligible,
    managed: figures.managed,
    unmanaged: figures.unmanaged,
    child: figures.child,
    default: figures.default,
    unsupported: figures.unsupported,
    unscanned: figures.unscanned,
    ignored: figures.ignored,
    managed_missing: figures.managedMissing,
    coverage_percent: figures.coveragePercent,
  };
}

function presentOutcomes({ drifted, inSync, unknown, muted }: DriftCounts) {
  return { drifted, in_sync: inSync, unknown, muted };
}
