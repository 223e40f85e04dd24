import type { ToolRow } from '../../../domain/assistant/tool-response.ts';
import type { ResourceRow } from '../../../db/inventory/search/resource-row.ts';
import { entityOf, nameLookup, rowOf, timeText } from './entities.ts';
import type { ToolContext } from './tool.ts';

const structural = [
  'resource_type',
  'region',
  'status',
  'management_state',
  'created_at_source',
  'first_discovered_at',
  'last_seen_at',
  'last_changed_at',
  'deleted_at',
];

/** Returns rows of resources, without their configuration. */
export async function resourceRows(
  context: ToolContext,
  resources: readonly ResourceRow[],
): Promise<readonly ToolRow[]> {
  const accountName = await nameLookup(
    context,
    'account',
    resources.map((resource) => resource.aws_account_id),
  );
  return resources.map((resource) =>
    rowOf(
      entityOf('resource', resource.id, nameOf(resource)),
      {
        name: resource.name,
        resource_type: resource.resource_type,
        region: resource.region,
        account: accountName(resource.aws_account_id),
        status: resource.status,
        management_state: resource.management_state,
        native_id: resource.native_id,
        arn: resource.arn,
        tags: resource.tags,
        created_at_source: timeText(resource.created_at_source),
        first_discovered_at: timeText(resource.first_discovered_at),
        last_seen_at: timeText(resource.last_seen_at),
        last_changed_at: timeText(resource.last_changed_at),
        deleted_at: timeText(resource.deleted_at),
      },
      structural,
    ),
  );
}

function nameOf({ name, native_id }: ResourceRow): string {
  return name === null || name === '' ? native_id : name;
}
