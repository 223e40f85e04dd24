import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { getApplication } from '../../db/applications/application-store.ts';
import { countResourcesTool } from './tools/count-resources.ts';
import { entityOf, timeText, toolRow } from './tools/shared/entities.ts';
import { defineTool } from './tools/shared/tool.ts';

/** Reads an application with the number of its resources by type, for programs that know its id. No tool of the assistant. */
export const readApplicationTool = defineTool({
  name: 'read_application',
  description: 'Returns an application with the number of its resources by type.',
  permission: 'applications:read',
  parameters: z.strictObject({ application: z.uuid() }),
  async run(context, { application: id }) {
    if (!context.permissions.has(countResourcesTool.permission))
      throw errors.forbidden(countResourcesTool.permission);
    const application = await getApplication(context.tenant, id);
    const counted = await countResourcesTool.run(context, { application: id, group_by: 'resource_type' });
    if ('ambiguous' in counted) throw errors.notFound();
    const { name, slug, description, criticality, lifecycle, source, archivedAt, createdAt } = application;
    return {
      ...counted,
      rows: [
        toolRow(
          entityOf('application', id, name),
          {
            name,
            slug,
            description,
            criticality,
            lifecycle,
            source,
            is_archived: archivedAt !== undefined,
            created_at: timeText(createdAt),
          },
          ['criticality', 'lifecycle', 'source', 'is_archived', 'created_at'],
        ),
      ],
    };
  },
});
