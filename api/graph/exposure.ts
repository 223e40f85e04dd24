import { z } from 'zod';
import { repeatable } from '../../commands/inventory/parameter-values.ts';
import { filterOf, resourceFilterQuery } from '../../commands/inventory/resource-parameters.ts';
import {
  countExposures,
  exposureTypes,
  listExposures,
  listUnreadParts,
  readPathNodes,
} from '../../db/graph/exposure/exposure-read-model.ts';
import type { ExposureRow, PathNodes } from '../../db/graph/exposure/exposure-read-model.ts';
import { freshnessOf } from '../../db/inventory/search/freshness.ts';
import { RESOURCE_TYPES } from '../../domain/discovery/declaration/resource-types.ts';
import {
  exposedProtocols,
  exposureControls,
  exposureGapReasons,
  exposureKinds,
  exposureNotes,
  exposureStates,
} from '../../domain/values.ts';
import { countedListOf, cutPage, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id, iso, timestamp } from '../http/schemas.ts';
import { presentFreshness } from '../inventory/present-freshness.ts';
import { Freshness } from '../inventory/schemas.ts';
import { graphTag, presentNode, RelationshipNode } from './graph-schemas.ts';

const { as_of: _time, ...currentFilters } = resourceFilterQuery;
const maximumUnreadParts = 200;

const Exposure = z
  .object({
    resource: RelationshipNode.describe('The resource that can be reached'),
    kind: z.enum(exposureKinds),
    state: z.enum(exposureStates),
    ports: z
      .array(
        z.object({
          protocol: z.enum(exposedProtocols),
          from: z.int().describe('First port'),
          to: z.int().describe('Last port'),
        }),
      )
      .describe(
        'Ports that can be reached, or could be without the control that stops it. Empty for policies and shares',
      ),
    path: z
      .array(
        z.object({
          node: RelationshipNode,
          relationship_id: id
            .optional()
            .describe(
              'Relationship with the previous node; missing at the first one, and where the graph has none',
            ),
        }),
      )
      .describe(
        'Resources from the internet to this one, such as gateway, route table, subnet, security group',
      ),
    stopped_by: z
      .array(z.object({ control: z.enum(exposureControls), resource_id: id.optional() }))
      .describe('Controls that stop every request from outside'),
    noted: z.array(z.enum(exposureNotes)),
    first_found_at: timestamp.describe('When an extraction first found the exposure'),
  })
  .meta({ id: 'Exposure' });

const UnreadPart = z
  .object({
    aws_account_id: id,
    region: z.string().optional(),
    resource_type: z.string().optional(),
    reason: z.enum(exposureGapReasons),
  })
  .meta({ id: 'UnreadPart' });

export const exposureOperations = [
  operation({
    id: 'listExposures',
    method: 'GET',
    path: '/graph/exposure',
    tag: graphTag,
    summary: 'List the resources that can be reached from outside',
    description:
      'Lists the resources that the internet, or everyone with an account of AWS, can reach by their networks, policies, shares ' +
      'or endpoints, by resource and kind, with the path that makes it so. Exposures that a control stops are listed as ' +
      '`stopped`. Extraction computes them from the stored configurations; nothing is called. `not_read` lists the parts of the ' +
      'inventory that were not read: resources in them can be exposed without being listed.',
    access: 'graph:read',
    transaction: 'snapshot',
    query: z.strictObject({
      ...pagingParameters,
      ...currentFilters,
      kind: repeatable(z.enum(exposureKinds)),
    }),
    success: [
      200,
      countedListOf(Exposure)
        .extend({
          not_read: z.array(UnreadPart).describe(`At most ${maximumUnreadParts} entries`),
          freshness: Freshness,
        })
        .meta({ id: 'ExposureList' }),
    ],
    async handle(context) {
      const { query, tenant } = context;
      const { request, envelope } = pager(context, 'exposures', query);
      const resources = await filterOf(tenant, query);
      const filter = {
        resources: { ...resources, includeDeleted: query.include_deleted },
        kinds: query.kind,
      };
      const [lastId, lastKind] = request.after ?? [];
      const after =
        lastId === undefined || lastKind === undefined
          ? undefined
          : ([String(lastId), String(lastKind)] as const);
      const rows = await listExposures(tenant, filter, request.limit, after);
      const page = cutPage(rows, request.limit, (row) => [row.resourceId, row.kind]);
      const known = await readPathNodes(tenant, page.rows);
      const unread = await listUnreadParts(
        tenant,
        resources.accountIds,
        exposureTypes(query.resource_type ?? RESOURCE_TYPES.map(({ resourceType }) => resourceType)),
        maximumUnreadParts,
      );
      const { items, ...rest } = envelope(page, (row) => present(row, known));
      return {
        items: items.flatMap((item) => item ?? []),
        ...rest,
        total: await countExposures(tenant, filter),
        not_read: unread.map((part) => ({
          aws_account_id: part.awsAccountId,
          region: part.region,
          resource_type: part.resourceType,
          reason: part.reason,
        })),
        freshness: presentFreshness(await freshnessOf(tenant)),
      };
    },
  }),
];

function present(
  row: ExposureRow,
  { nodes, relationships }: PathNodes,
): z.input<typeof Exposure> | undefined {
  const resource = nodes.get(row.resourceId);
  if (resource === undefined) return undefined;
  return {
    resource: presentNode(resource),
    kind: row.kind,
    state: row.state,
    ports: row.ports.map(({ protocol, from, to }) => ({ protocol, from, to })),
    path: row.path.flatMap((nodeId, index) => {
      const node = nodes.get(nodeId);
      const before = row.path[index - 1];
      if (node === undefined) return [];
      return [{ node: presentNode(node), relationship_id: relationships.get(`${before ?? ''} ${nodeId}`) }];
    }),
    stopped_by: row.stoppedBy.map(({ control, resource_id: resourceId }) => ({
      control,
      resource_id: resourceId,
    })),
    noted: [...row.noted],
    first_found_at: iso(row.firstFoundAt),
  };
}
