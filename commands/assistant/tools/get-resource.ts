import { z } from 'zod';
import { errors } from '../../../domain/errors.ts';
import type { JsonObject } from '../../../domain/json/json.ts';
import { findResource } from '../../../db/inventory/resource-read-model.ts';
import { named } from './shared/parameters.ts';
import { resourceRows } from './shared/resource-rows.ts';
import { resolveRecordName } from './shared/resolve-names.ts';
import { readFreshness } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';

/** A longer configuration, as JSON, is left out. */
const maximumConfiguration = 20_000;

export const getResourceTool = defineTool({
  name: 'get_resource',
  description: 'Returns one AWS resource with its tags and configuration, also a deleted one.',
  permission: 'resources:read',
  parameters: z.strictObject({ resource: named('The resource') }),
  async run(context, args) {
    const { id } = await resolveRecordName(context, 'resource', args.resource);
    const found = await findResource(context.tenant, id);
    if (found === undefined) throw errors.notFound();
    const { resource } = found;
    const rows = await resourceRows(context, [resource]);
    return {
      rows: rows.map((row) => ({
        ...row,
        fields: {
          ...row.fields,
          ...configurationOf(resource.configuration),
          ...(resource.unreadable === undefined
            ? {}
            : { unreadable_parts: resource.unreadable.map(({ part, reason }) => ({ part, reason })) }),
        },
      })),
      total: 1,
      truncated: false,
      freshness: await readFreshness(context, { accountIds: [resource.awsAccountId] }),
    };
  },
});

function configurationOf(configuration: JsonObject | undefined): JsonObject {
  if (configuration === undefined) return {};
  return JSON.stringify(configuration).length > maximumConfiguration
    ? { configuration_properties: Object.keys(configuration), configuration_omitted: true }
    : { configuration };
}
