import { z } from 'zod';
import { listCoverage as readCoverage } from '../../db/discovery/coverage-read-model.ts';
import { RESOURCE_TYPES, typesOfService } from '../../domain/discovery/declaration/resource-types.ts';
import { coverageOutcomes, globalRegion } from '../../domain/values.ts';
import { cutPage, listOf, pager, pagingParameters, repeatable } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { CoverageCell, presentCoverageCell, region } from './schemas.ts';

/** The tier A types, which every full scan reads. Tier B types are covered only where a discovery hint exists. */
const expectedTypes = RESOURCE_TYPES.map(({ resourceType, service, scope }) => ({
  resource_type: resourceType,
  regional: scope === 'regional',
  global: typesOfService(service, globalRegion).includes(resourceType),
}));

export const listCoverage = operation({
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
    aws_account_id: repeatable(id),
    region: repeatable(region),
    resource_type: repeatable(z.string().max(200)),
    outcome: repeatable(z.enum(coverageOutcomes)),
  }),
  success: [200, listOf(CoverageCell)],
  async handle({ query, tenant, principal, services }) {
    const { request, envelope } = pager({ principal, services }, 'discovery/coverage', query);
    const [account, at, type] = request.after?.map(String) ?? [];
    const after =
      account === undefined || at === undefined || type === undefined
        ? undefined
        : ([account, at, type] as const);
    const rows = await readCoverage(tenant, expectedTypes, query, after, request.limit);
    return envelope(
      cutPage(rows, request.limit, (cell) => [cell.awsAccountId, cell.region, cell.resourceType]),
      presentCoverageCell,
    );
  },
});
