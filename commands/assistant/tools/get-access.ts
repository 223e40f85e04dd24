import { z } from 'zod';
import {
  findAccessedResource,
  listCallers,
  listReachable,
} from '../../../db/graph/access/access-read-model.ts';
import type { AccessRow } from '../../../db/graph/access/access-page.ts';
import { errors } from '../../../domain/errors.ts';
import { accessDecisions } from '../../../domain/values.ts';
import { entityOf, toolRow } from './shared/entities.ts';
import type { Entity } from './shared/entities.ts';
import { asValues, named, oneOrMore, paging } from './shared/parameters.ts';
import { resolveRecordName } from './shared/resolve-names.ts';
import { listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';

export const getAccessTool = defineTool({
  name: 'get_access',
  description:
    'Evaluates the policies of the inventory: the users, roles and services that may use a `resource`, or the resources that a ' +
    '`principal` (user or role) may use, with actions and decision (allowed, conditional, denied).',
  permission: 'graph:read',
  parameters: z
    .strictObject({
      resource: named('A resource with an ARN').optional(),
      principal: named('An IAM user or role').optional(),
      action: z
        .string()
        .max(128)
        .regex(/^[a-zA-Z0-9-]+:[a-zA-Z0-9]+$/, 'must be an action such as s3:GetObject')
        .optional(),
      decision: oneOrMore(z.enum(accessDecisions)),
      limit: paging.limit,
    })
    .refine(
      ({ resource, principal }) => (resource === undefined) !== (principal === undefined),
      'needs either resource or principal',
    ),
  async run(context, args) {
    const { tenant } = context;
    const subject = await resolveRecordName(context, 'resource', args.resource ?? args.principal ?? '');
    const decisions = asValues(args.decision);
    const rows = async (maximum: number): Promise<readonly AccessRow[]> => {
      if (args.principal !== undefined) {
        const page = await listReachable(tenant, subject.id, args.action, maximum, undefined, decisions);
        if (page === undefined)
          throw errors.validationFailed('principal', 'is no IAM user or role that was read');
        return page.rows;
      }
      const resource = await findAccessedResource(tenant, subject.id);
      if (resource === undefined) throw errors.validationFailed('resource', 'has no ARN');
      return (await listCallers(tenant, resource, args.action, maximum, undefined, decisions)).rows;
    };
    return listResult(context, args, {
      total: null,
      subject,
      rows: async (maximum) =>
        (await rows(maximum + 1)).map((row) =>
          accessRow(row, args.principal === undefined ? row.principal : row.resource, subject),
        ),
    });
  },
});

function accessRow(
  { actions, decision, notEvaluated }: AccessRow,
  node: AccessRow['principal'],
  subject: Entity,
): ReturnType<typeof toolRow> {
  return toolRow(
    // A principal outside of the inventory has no record: its row cites the resource.
    node.entityType === 'resource' && node.id !== undefined
      ? entityOf('resource', node.id, node.name)
      : subject,
    {
      name: node.name,
      resource_type: node.resourceType,
      actions: [...actions].slice(0, maximumActions),
      decision,
      depends_on: notEvaluated
        .slice(0, maximumActions)
        .map(({ kind, value }) => (value === undefined ? kind : `${kind} ${value}`)),
    },
    ['resource_type', 'decision'],
  );
}

const maximumActions = 20;
