import { z } from 'zod';
import { RESOURCE_TYPES } from '../../../domain/discovery/declaration/resource-types.ts';
import { exposureKinds } from '../../../domain/values.ts';
import {
  countExposures,
  exposureTypes,
  listExposures,
  listUnreadParts,
  readPathNodes,
} from '../../../db/graph/exposure/exposure-read-model.ts';
import { accountOf, entityOf, nameLookup, toolRow, timeText } from './shared/entities.ts';
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

/** Parts that were not read, of which the summary has the number. */
const maximumUnread = 200;

export const getExposureTool = defineTool({
  name: 'get_exposure',
  description:
    'Lists the resources that the internet or everyone with an AWS account can reach, with ports and path; `state` stopped: a ' +
    'control prevents it. `unread_parts` of the summary could hide others.',
  permission: 'graph:read',
  parameters: z.strictObject({
    resource: named('One resource').optional(),
    exposure_kind: oneOrMore(z.enum(exposureKinds)),
    ...resourceFilterParameters,
    ...paging,
    count_only: countOnly,
  }),
  async run(context, args) {
    const { tenant } = context;
    const names = await resolveNames(context, args);
    const filter = {
      resources: currentFilter(args, names),
      kinds: asValues(args.exposure_kind),
      resourceId: names.ids.resource?.[0],
    };
    const types = exposureTypes(
      asValues(args.resource_type) ?? RESOURCE_TYPES.map(({ resourceType }) => resourceType),
    );
    const unread = await listUnreadParts(tenant, names.ids.account, types, maximumUnread);
    return listResult(context, args, {
      total: await countExposures(tenant, filter),
      subject: names.subject,
      accountIds: names.ids.account,
      summary: { unread_parts: unread.length },
      async rows(maximum) {
        const exposures = await listExposures(tenant, filter, maximum, undefined);
        const { nodes } = await readPathNodes(tenant, exposures);
        const accountName = await nameLookup(
          context,
          'account',
          [...nodes.values()].map(({ awsAccountId }) => awsAccountId),
        );
        return exposures.flatMap((exposure) => {
          const node = nodes.get(exposure.resourceId);
          if (node === undefined) return [];
          return toolRow(
            entityOf('resource', node.id, node.name),
            {
              name: node.name,
              resource_type: node.resourceType,
              region: node.region,
              account: accountOf(node, accountName),
              kind: exposure.kind,
              state: exposure.state,
              ports: exposure.ports.map(({ protocol, from, to }) => ({ protocol, from, to })),
              path: exposure.path.flatMap((id) => nodes.get(id)?.name ?? []),
              stopped_by: exposure.stoppedBy.map(({ control }) => control),
              noted: [...exposure.noted],
              first_found_at: timeText(exposure.firstFoundAt),
            },
            ['resource_type', 'region', 'kind', 'state', 'ports', 'stopped_by', 'noted', 'first_found_at'],
          );
        });
      },
    });
  },
});
