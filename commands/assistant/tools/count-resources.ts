import { z } from 'zod';
import type { ToolGroup } from '../../../domain/assistant/tool-response.ts';
import { toolLimits } from '../../../domain/assistant/turn-limits.ts';
import { errors } from '../../../domain/errors.ts';
import { statusesOf, valuesOf } from '../../../domain/inventory/resource-filter.ts';
import type { FacetName, Facets, ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import { findCandidates } from '../../../db/inventory/search/candidate-set.ts';
import { groupMatches, matchGroupings } from '../../../db/inventory/search/group-matches.ts';
import type { MatchGroup, MatchGrouping } from '../../../db/inventory/search/group-matches.ts';
import { countMatches } from '../../../db/inventory/search/search-resources.ts';
import type { NameKind } from './shared/entities.ts';
import { namedGroups } from './shared/named-groups.ts';
import { resourceFilterParameters, searchParameters } from './shared/parameters.ts';
import { searchFilter } from './shared/resource-filter.ts';
import { resolveNames } from './shared/resolve-names.ts';
import { listResult } from './shared/tool-result.ts';
import type { ReadList } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';
import type { ToolContext } from './shared/tool.ts';

/** The facets of `GET /resources` by the name of their grouping. */
const facets = {
  resource_type: 'resource_type',
  region: 'region',
  account: 'aws_account_id',
  status: 'status',
} as const satisfies Record<string, FacetName>;
type FacetGrouping = keyof typeof facets;
const facetGroupings = Object.keys(facets) as readonly FacetGrouping[];

export const resourceGroupings = [...facetGroupings, ...matchGroupings] as const;
type ResourceGrouping = (typeof resourceGroupings)[number];

export const countResourcesTool = defineTool({
  name: 'count_resources',
  description:
    'Counts AWS resources of the inventory, and with `group_by` by one property, largest first. A resource with several ' +
    'applications, teams or projects counts in each; the key is null for resources without a value.',
  permission: 'resources:read',
  parameters: z.strictObject({
    ...resourceFilterParameters,
    ...searchParameters,
    group_by: z.enum(resourceGroupings).optional(),
    tag_key: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('The tag to group by; required by `group_by` tag'),
  }),
  async run(context, args) {
    const { tenant } = context;
    const names = await resolveNames(context, args);
    const filter = searchFilter(context, args, names);
    const { total, facets: counted } = await countMatches(
      tenant,
      filter,
      await findCandidates(tenant, filter),
    );
    const { group_by: by, tag_key: tagKey } = args;
    return listResult(
      context,
      { count_only: true },
      {
        total,
        subject: names.subject,
        accountIds: names.ids.account,
        asOf: filter.asOf,
        ...(by === undefined ? {} : await groupsOf(context, filter, by, counted, tagKey)),
        rows: async () => [],
      },
    );
  },
});

async function groupsOf(
  context: ToolContext,
  filter: ResourceFilter,
  by: ResourceGrouping,
  counted: Facets,
  tagKey: string | undefined,
): Promise<Pick<ReadList, 'groups' | 'groupCount' | 'groupLimit'>> {
  if (isFacet(by)) {
    const all = facetGroups(filter, by, counted);
    const groupLimit = by === 'resource_type' ? toolLimits.typeGroups : toolLimits.rows;
    const groups = await withEntities(context, by, all.slice(0, groupLimit));
    return { groups, groupCount: all.length, groupLimit };
  }
  if (filter.asOf !== undefined)
    throw errors.validationFailed('group_by', `${by} cannot be combined with as_of`);
  if (by === 'tag' && tagKey === undefined)
    throw errors.validationFailed('tag_key', 'is required with group_by tag');
  const keys = valuesOfFilter(filter, by);
  const request = { by, tagKey, keys, limit: toolLimits.rows };
  const { groups, groupCount } = await groupMatches(context.tenant, filter, request);
  return { groups: await withEntities(context, by, groups), groupCount };
}

function isFacet(by: ResourceGrouping): by is FacetGrouping {
  return facetGroupings.some((name) => name === by);
}

/** A facet ignores the filter on its own property, so the values that do not match are left out. */
function facetGroups(filter: ResourceFilter, by: FacetGrouping, counted: Facets): readonly MatchGroup[] {
  const own = by === 'status' ? statusesOf(filter) : valuesOf(filter, facets[by]);
  return counted[facets[by]]
    .filter(({ value }) => own === undefined || own.some((one) => one === value))
    .map(({ value, count }) => ({ key: value, count }));
}

/** The ids of a filter by which a resource with several values can be grouped. */
function valuesOfFilter(filter: ResourceFilter, by: MatchGrouping): readonly string[] | undefined {
  const values: Partial<Record<MatchGrouping, readonly string[] | undefined>> = {
    application: filter.applicationIds,
    team: filter.teamIds,
    project: filter.iacProjectIds,
  };
  return values[by];
}

/** Groupings whose key is the id of a record. */
const entityKinds: Readonly<Partial<Record<ResourceGrouping, NameKind>>> = {
  account: 'account',
  application: 'application',
  team: 'team',
  environment: 'environment',
  project: 'project',
};

async function withEntities(
  context: ToolContext,
  by: ResourceGrouping,
  groups: readonly MatchGroup[],
): Promise<readonly ToolGroup[]> {
  const kind = entityKinds[by];
  if (kind === undefined) return by === 'tag' ? groups.map((group) => ({ ...group, isText: true })) : groups;
  return namedGroups(context, kind, groups);
}
