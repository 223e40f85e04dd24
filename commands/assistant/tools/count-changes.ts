import { z } from 'zod';
import type { ToolGroup } from '../../../domain/assistant/tool-response.ts';
import { changeGroupings, countChanges, groupChanges } from '../../../db/changes/change-read-model.ts';
import type { ChangeFilter, ChangeGrouping } from '../../../db/changes/change-read-model.ts';
import { changeFilter, changeFilterParameters } from './shared/change-filter.ts';
import { toolLimits } from '../../../domain/assistant/turn-limits.ts';
import { namedGroups } from './shared/named-groups.ts';
import { resolveNames } from './shared/resolve-names.ts';
import { listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';
import type { ToolContext } from './shared/tool.ts';

export const countChangesTool = defineTool({
  name: 'count_changes',
  description:
    'Counts changes of resources, and with `group_by` by one property, largest first. `day` is the day in UTC; `explained` ' +
    'has the keys true and false.',
  permission: 'changes:read',
  parameters: z.strictObject({ ...changeFilterParameters, group_by: z.enum(changeGroupings).optional() }),
  async run(context, args) {
    const names = await resolveNames(context, args);
    const filter = changeFilter(args, names);
    const { group_by: by } = args;
    const grouped = by === undefined ? undefined : await groupsOf(context, filter, by);
    return listResult(
      context,
      { count_only: true },
      {
        total: await countChanges(context.tenant, filter),
        subject: names.subject,
        accountIds: names.ids.account,
        ...grouped,
        rows: async () => [],
      },
    );
  },
});

async function groupsOf(
  context: ToolContext,
  filter: ChangeFilter,
  by: ChangeGrouping,
): Promise<{ readonly groups: readonly ToolGroup[]; readonly groupCount: number }> {
  const { groups, groupCount } = await groupChanges(context.tenant, filter, by, toolLimits.rows);
  if (by === 'account' || by === 'resource')
    return { groups: await namedGroups(context, by, groups), groupCount };
  return {
    groups: by === 'actor' ? groups.map((group) => ({ ...group, isText: true })) : groups,
    groupCount,
  };
}
