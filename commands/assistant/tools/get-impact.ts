import { z } from 'zod';
import type { ToolGroup } from '../../../domain/assistant/tool-response.ts';
import { errors } from '../../../domain/errors.ts';
import { relationshipDirections } from '../../../domain/values.ts';
import { findImpact } from '../../../db/graph/read/impact-read-model.ts';
import type { ImpactGroupRow, ImpactRow } from '../../../db/graph/read/impact-read-model.ts';
import { accountOf, entityOf, namedEntity, nameLookup, permissionOf, toolRow } from './shared/entities.ts';
import { countOnly, paging, named } from './shared/parameters.ts';
import { resolveRecordName } from './shared/resolve-names.ts';
import { listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';
import type { ToolContext } from './shared/tool.ts';

const groupings = ['application', 'team', 'environment'] as const;
type ImpactGrouping = (typeof groupings)[number];
const maximumDepth = 10;
const defaultDepth = 3;

export const getImpactTool = defineTool({
  name: 'get_impact',
  description:
    'Lists the resources that fail with a resource (`incoming`, the default) or that it needs (`outgoing`), nearest first, ' +
    'directly or through other resources; then related ones that do not fail, with `fails` false. `failing` of the summary ' +
    'counts the ones that fail. `group_by` counts both instead.',
  permission: 'graph:read',
  parameters: z.strictObject({
    resource: named('The resource'),
    direction: z.enum(relationshipDirections).optional(),
    depth: z.int().min(1).max(maximumDepth).optional().describe(`Default: ${defaultDepth}`),
    group_by: z.enum(groupings).optional(),
    ...paging,
    count_only: countOnly,
  }),
  async run(context, args) {
    const { direction = 'incoming', depth = defaultDepth, group_by: by } = args;
    const subject = await resolveRecordName(context, 'resource', args.resource);
    const impact = await findImpact(context.tenant, subject.id, direction, depth);
    if (impact === undefined) throw errors.notFound();
    // A node has at most one environment, so these groups count each node once.
    const total = impact.byEnvironment.reduce((sum, group) => sum + group.touched, 0);
    const result = await listResult(context, args, {
      total,
      subject,
      summary: { direction, depth, failing: impact.failing, is_complete: !impact.truncated },
      groups: by === undefined ? undefined : groupsOf(context, impact, by),
      rows: (maximum) => impactRows(context, impact, subject, maximum + 1),
    });
    return impact.truncated ? { ...result, truncated: true } : result;
  },
});

function groupsOf({ permissions }: ToolContext, impact: ImpactRow, by: ImpactGrouping): readonly ToolGroup[] {
  const groups: Readonly<Record<ImpactGrouping, readonly ImpactGroupRow[]>> = {
    application: impact.byApplication,
    team: impact.byTeam,
    environment: impact.byEnvironment,
  };
  const isNamed = permissions.has(permissionOf(by));
  return groups[by].map(({ key, touched: count }) =>
    key === undefined
      ? { key, count }
      : { key: key.id, count, entity: namedEntity(by, key.id, isNamed ? key.name : key.id) },
  );
}

async function impactRows(
  context: ToolContext,
  { nodes }: ImpactRow,
  subject: ReturnType<typeof entityOf>,
  maximum: number,
) {
  const listed = nodes.toSorted((a, b) => Number(b.fails) - Number(a.fails)).slice(0, maximum);
  const accountName = await nameLookup(
    context,
    'account',
    listed.map(({ node }) => node.awsAccountId),
  );
  return listed.map(({ node, depth, fails, how, path }) =>
    toolRow(
      // A node outside of the inventory has no record: its row cites the resource.
      node.entityType === 'resource' ? entityOf('resource', node.id, node.name) : subject,
      {
        name: node.name,
        resource_type: node.resourceType,
        region: node.region,
        account: accountOf(node, accountName),
        in_inventory: node.entityType === 'resource',
        depth,
        fails,
        how,
        relationship_type: path.at(-1)?.relationshipType,
        path: path.map((step) => step.node.name),
      },
      ['resource_type', 'region', 'in_inventory', 'depth', 'fails', 'how', 'relationship_type'],
    ),
  );
}
