import { z } from 'zod';
import { stateSourceName } from '../../../domain/mapping/state-source-name.ts';
import { stateSourceOrigins, stateSourceStatuses } from '../../../domain/values.ts';
import { countStateSources, listStateSources } from '../../../db/mapping/states/state-source-read-model.ts';
import { entityOf, nameLookup, toolRow, timeText } from './shared/entities.ts';
import { asValues, countOnly, namedFilter, oneOrMore, paging } from './shared/parameters.ts';
import { resolveNames } from './shared/resolve-names.ts';
import { listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';

export const listStateSourcesTool = defineTool({
  name: 'list_state_sources',
  description: 'Lists the Terraform states that are read, with the error of the last sync.',
  permission: 'state_sources:read',
  parameters: z.strictObject({
    account: namedFilter('AWS accounts'),
    state_status: oneOrMore(z.enum(stateSourceStatuses)),
    origin: oneOrMore(z.enum(stateSourceOrigins)),
    ...paging,
    count_only: countOnly,
  }),
  async run(context, args) {
    const { ids, subject } = await resolveNames(context, { account: args.account });
    const filters = {
      status: asValues(args.state_status),
      origin: asValues(args.origin),
      aws_account_id: ids.account,
    };
    return listResult(context, args, {
      total: await countStateSources(context.tenant, filters),
      subject,
      accountIds: ids.account,
      async rows(maximum) {
        const sources = await listStateSources(context.tenant, filters, maximum, undefined);
        const projectName = await nameLookup(
          context,
          'project',
          sources.map(({ iacProjectId }) => iacProjectId),
        );
        return sources.map((source) => {
          const { iacProjectId: project } = source;
          return toolRow(
            entityOf('state_source', source.id, stateSourceName(source)),
            {
              name: stateSourceName(source),
              kind: source.kind,
              status: source.shownStatus,
              origin: source.origin,
              account: source.accountName ?? source.accountNumber,
              project: project === undefined ? undefined : projectName(project),
              workspace: source.workspace,
              last_synced_at: timeText(source.lastSyncedAt),
              last_error: source.lastError,
              is_superseded: source.supersededBy !== undefined,
            },
            ['kind', 'status', 'origin', 'last_synced_at', 'is_superseded'],
          );
        });
      },
    });
  },
});
