import { z } from 'zod';
import { countDrift, listDifferences, listDrift } from '../../../db/drift/drift-read-model.ts';
import { entityOf, toolRow, timeText } from './shared/entities.ts';
import { namedGroups } from './shared/named-groups.ts';
import {
  asValues,
  countOnly,
  named,
  oneOrMore,
  paging,
  resourceFilterParameters,
} from './shared/parameters.ts';
import { currentFilter } from './shared/resource-filter.ts';
import { resolveNames } from './shared/resolve-names.ts';
import { listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';

/** Differences of a resource that a row lists. */
const maximumDifferences = 20;

export const listDriftTool = defineTool({
  name: 'list_drift',
  description:
    'Lists the resources that differ from the state of their code, newest first, with expected and actual values; `group_by` ' +
    'counts them.',
  permission: 'mapping:read',
  parameters: z.strictObject({
    resource: named('One resource').optional(),
    attribute: oneOrMore(z.string().min(1).max(300)).describe(
      'Attribute of the Terraform type, or `tags.<tag>`',
    ),
    muted: z.boolean().optional().describe('Differences that a rule mutes. Default: false'),
    ...resourceFilterParameters,
    group_by: z.enum(['resource_type', 'account', 'region', 'attribute']).optional(),
    ...paging,
    count_only: countOnly,
  }),
  async run(context, args) {
    const { tenant } = context;
    const names = await resolveNames(context, args);
    const filter = {
      resources: currentFilter(args, names),
      attributes: asValues(args.attribute),
      muted: args.muted,
      resourceId: names.ids.resource?.[0],
    };
    const { total, facets } = await countDrift(tenant, filter);
    const { group_by: by } = args;
    const groups =
      by && facets[by === 'account' ? 'aws_account_id' : by].map(({ value: key, count }) => ({ key, count }));
    return listResult(context, args, {
      total,
      subject: names.subject,
      accountIds: names.ids.account,
      groups:
        by === 'account' && groups !== undefined ? await namedGroups(context, 'account', groups) : groups,
      async rows(maximum) {
        const drifted = await listDrift(tenant, filter, maximum, undefined);
        const differences = Map.groupBy(
          await listDifferences(
            tenant,
            drifted.map(({ resourceId }) => resourceId),
          ),
          ({ resourceId }) => resourceId,
        );
        return drifted.map((row) => {
          const counted = (differences.get(row.resourceId) ?? []).filter(
            ({ mutedBy }) => (mutedBy !== undefined) === (args.muted ?? false),
          );
          return toolRow(
            entityOf('resource', row.resourceId, row.name),
            {
              name: row.name,
              resource_type: row.resourceType,
              account: row.accountName ?? row.accountId,
              address: row.address,
              since: timeText(row.since),
              checked_at: timeText(row.checkedAt),
              attribute_count: counted.length,
              attributes: counted
                .slice(0, maximumDifferences)
                .map(({ attribute, expected = null, actual = null }) =>
                  attribute.startsWith('tags.')
                    ? { attribute, expected: tagValue(expected), actual: tagValue(actual) }
                    : { attribute, expected, actual },
                ),
            },
            ['resource_type', 'since', 'checked_at', 'attribute_count'],
          );
        });
      },
    });
  },
});

/** The stored form of a tag begins with "=", so that an empty tag is not an absent one. */
function tagValue(stored: string | null): string | null {
  return stored === null ? null : stored.slice(1);
}
