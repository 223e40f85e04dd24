import type { ToolRow } from '../../../../domain/assistant/tool-response.ts';
import type { ResourceRow } from '../../../../db/inventory/search/resource-row.ts';
import { entityOf, nameLookup, toolRow, timeText } from './entities.ts';
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
    resources.map((resource) => resource.awsAccountId),
  );
  return resources.map((resource) =>
    toolRow(
      entityOf('resource', resource.id, nameOf(resource)),
      {
        name: resource.name,
        resource_type: resource.resourceType,
        region: resource.region,
        account: accountName(resource.awsAccountId),
        status: resource.status,
        management_state: resource.managementState,
        native_id: resource.nativeId,
        arn: resource.arn,
        tags: resource.tags,
        created_at_source: timeText(resource.createdAtSource),
        first_discovered_at: timeText(resource.firstDiscoveredAt),
        last_seen_at: timeText(resource.lastSeenAt),
        last_changed_at: timeText(resource.lastChangedAt),
        deleted_at: timeText(resource.deletedAt),
      },
      structural,
    ),
  );
}

function nameOf({ name, nativeId }: ResourceRow): string {
  return name === undefined || name === '' ? nativeId : name;
}
