import { z } from 'zod';
import type { ToolRow } from '../../../domain/assistant/tool-response.ts';
import { countChanges, listChanges } from '../../../db/changes/change-read-model.ts';
import type { ChangeRow } from '../../../db/changes/change-read-model.ts';
import { changeFilter, changeFilterParameters } from './shared/change-filter.ts';
import { diffFields } from './shared/diff-fields.ts';
import { entityOf, nameLookup, toolRow, timeText } from './shared/entities.ts';
import { countOnly, paging } from './shared/parameters.ts';
import { resolveNames } from './shared/resolve-names.ts';
import { listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';
import type { ToolContext } from './shared/tool.ts';

export const listChangesTool = defineTool({
  name: 'list_changes',
  description:
    'Lists changes of resources, newest first: what changed, when, who changed it, and what explains it. The diff is ' +
    'returned for the changes of one resource.',
  permission: 'changes:read',
  parameters: z.strictObject({ ...changeFilterParameters, ...paging, count_only: countOnly }),
  async run(context, args) {
    const { tenant } = context;
    const names = await resolveNames(context, args);
    const filter = changeFilter(args, names);
    return listResult(context, args, {
      total: await countChanges(tenant, filter),
      subject: names.subject,
      accountIds: names.ids.account,
      rows: async (maximum) =>
        changeRows(
          context,
          await listChanges(tenant, filter, maximum, undefined),
          filter.resourceId !== undefined,
        ),
    });
  },
});

async function changeRows(
  context: ToolContext,
  changes: readonly ChangeRow[],
  withDiff: boolean,
): Promise<readonly ToolRow[]> {
  const resourceName = await nameLookup(
    context,
    'resource',
    changes.map((change) => change.resourceId),
  );
  const accountName = await nameLookup(
    context,
    'account',
    changes.map((change) => change.awsAccountId),
  );
  return changes.map((change) => {
    const resource = resourceName(change.resourceId);
    const diff = diffFields(change.diff);
    return toolRow(
      entityOf('change', change.id, `${resource} ${change.kind}`),
      {
        resource,
        resource_id: change.resourceId,
        resource_type: change.resourceType,
        region: change.region,
        account: accountName(change.awsAccountId),
        kind: change.kind,
        occurred_at: timeText(change.occurredAt),
        source: change.source,
        attribution: change.attribution,
        actor: change.actorName ?? change.actorArn,
        actor_via: change.actorVia,
        candidates: change.candidates.map(({ actor }) => actor.name ?? actor.arn ?? 'unknown'),
        event_name: change.eventName,
        changed_paths: diff.changed_paths,
        changed_path_count: diff.changed_path_count,
        ...(withDiff ? { diff: diff.diff } : {}),
        is_explained: change.explainedByKind !== undefined,
        explained_by: change.explainedByKind,
        explained_by_id: change.explainedById,
        explanation_confidence: change.explainedByConfidence,
      },
      structural,
    );
  });
}

const structural = [
  'resource_type',
  'region',
  'kind',
  'occurred_at',
  'source',
  'attribution',
  'changed_path_count',
  'is_explained',
  'explained_by',
  'explanation_confidence',
];
