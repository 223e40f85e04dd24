import { z } from 'zod';
import { addCounts, matchedPercent } from '../../domain/mapping/coverage-figures.ts';
import { freshnessOf } from '../../db/inventory/search/freshness.ts';
import { countCoverage } from '../../db/mapping/coverage/count-coverage.ts';
import { countProjectEntries } from '../../db/mapping/projects/project-entries.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { presentFreshness } from '../inventory/present-freshness.ts';
import { Freshness } from '../inventory/schemas.ts';
import { coverageFields, mappingTag as tag, presentCoverage } from './coverage-schemas.ts';

const maximumRows = 1000;

const MappingSummary = z
  .object({
    ...coverageFields,
    by_account: z.array(z.object({ aws_account_id: id, ...coverageFields })),
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
    freshness: Freshness,
  })
  .meta({ id: 'MappingSummary' });

export const getMappingSummary = operation({
  id: 'getMappingSummary',
  method: 'GET',
  path: '/mapping/summary',
  tag,
  summary: 'Get the coverage by infrastructure as code',
  description:
    'Counts active resources. `by_account`, `by_type` and `by_iac_project` list the most unmanaged or missing first, at ' +
    `most ${maximumRows} rows each.`,
  access: 'mapping:read',
  transaction: 'snapshot',
  success: [200, MappingSummary],
  async handle({ tenant }) {
    const counts = await countCoverage(tenant, ['total', 'aws_account_id', 'resource_type'], maximumRows);
    const projects = await countProjectEntries(tenant, maximumRows);
    return {
      ...presentCoverage(addCounts(counts.total)),
      by_account: counts.aws_account_id.map((row) => ({
        aws_account_id: row.awsAccountId ?? '',
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
      freshness: presentFreshness(await freshnessOf(tenant)),
    };
  },
});
