import { z } from 'zod';
import { errors } from '../../../domain/errors.ts';
import { listRevisions } from '../../../db/inventory/revision-read-model.ts';
import { diffFields } from './shared/diff-fields.ts';
import { toolRow, timeText } from './shared/entities.ts';
import { paging, named } from './shared/parameters.ts';
import { resolveRecordName } from './shared/resolve-names.ts';
import { listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';

export const listRevisionsTool = defineTool({
  name: 'list_revisions',
  description: 'Lists the revisions of the configuration of a resource, newest first, each with its diff.',
  permission: 'resources:read',
  parameters: z.strictObject({ resource: named('The resource'), ...paging }),
  async run(context, args) {
    const subject = await resolveRecordName(context, 'resource', args.resource);
    return listResult(context, args, {
      total: null,
      subject,
      async rows(maximum) {
        const revisions = await listRevisions(context.tenant, subject.id, maximum, undefined);
        if (revisions === undefined) throw errors.notFound();
        return revisions.map(({ revision, observedAt, diff }) =>
          toolRow(
            // A revision has no id of its own: the list of its resource has it.
            {
              type: 'revision',
              id: subject.id,
              name: `${subject.name}, revision ${revision}`,
              url: `${subject.url}/revisions`,
            },
            { resource: subject.name, revision, observed_at: timeText(observedAt), ...diffFields(diff) },
            ['revision', 'observed_at', 'changed_path_count'],
          ),
        );
      },
    });
  },
});
