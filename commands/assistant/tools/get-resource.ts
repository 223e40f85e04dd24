import { z } from 'zod';
import { cutJson } from '../../../domain/assistant/cut-json.ts';
import { sectionText } from '../../../domain/assistant/documentation/section-text.ts';
import { valueAtPath } from '../../../domain/assistant/value-at-path.ts';
import { errors } from '../../../domain/errors.ts';
import type { JsonObject } from '../../../domain/json/json.ts';
import { findResource } from '../../../db/inventory/resource-read-model.ts';
import { named } from './shared/parameters.ts';
import { resourceRows } from './shared/resource-rows.ts';
import { resolveRecordName } from './shared/resolve-names.ts';
import { readFreshness } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';

/** Bytes of a configuration, as JSON. */
const maximumConfiguration = 20_000;

export const getResourceTool = defineTool({
  name: 'get_resource',
  description:
    'Returns one AWS resource with its tags and configuration, also a deleted one. `left_out` names what had no room.',
  permission: 'resources:read',
  parameters: z.strictObject({
    resource: named('The resource'),
    path: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('Part of the configuration, as in `left_out`: `Statement[0].Condition`, `Rules[20:]`'),
  }),
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
          ...configurationOf(resource.configuration, args.path),
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

/** Returns the configuration, or the part at a path, without what is too long. */
function configurationOf(configuration: JsonObject | undefined, path: string | undefined): JsonObject {
  if (configuration === undefined) return {};
  if (path === undefined) return { configuration: cutJson(configuration, maximumConfiguration) };
  const value = valueAtPath(configuration, path);
  if (value === undefined) throw errors.validationFailed('path', 'is not in the configuration');
  // A longer text would be cut to its beginning.
  const shown = typeof value === 'string' ? sectionText(value) : value;
  return { path, value: cutJson(shown, maximumConfiguration, path) };
}
