import { z } from 'zod';
import { findAccessedResource, listCallers, listReachable } from '../../db/graph/access/access-read-model.ts';
import type { AccessRow } from '../../db/graph/access/access-page.ts';
import { errors } from '../../domain/errors.ts';
import { accessDecisions, accessGaps, statementEffects } from '../../domain/values.ts';
import { listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { graphTag, presentNode, RelationshipNode } from './graph-schemas.ts';

const AccessPrincipal = RelationshipNode.extend({
  id: id.optional().describe('Missing for a principal outside of the inventory that no relationship names'),
}).meta({ id: 'AccessPrincipal' });

const Access = z
  .object({
    principal: AccessPrincipal.describe('User, role, account, service or everyone (`*`)'),
    resource: RelationshipNode.describe('The resource that the actions are on'),
    actions: z
      .array(z.string())
      .describe('Patterns as the policies have them; with the parameter `action`, that action'),
    decision: z.enum(accessDecisions),
    statements: z
      .array(
        z.object({
          policy: z
            .string()
            .describe(
              'Name of an inline policy, ARN of a managed policy, or path of the policy in the configuration',
            ),
          sid: z.string().optional().describe('`Sid` of the statement'),
          index: z.int().describe('Position of the statement in its policy, from 0'),
          effect: z.enum(statementEffects),
        }),
      )
      .describe('At most 50 statements that decide'),
    not_evaluated: z
      .array(
        z.object({
          kind: z.enum(accessGaps),
          value: z.string().optional().describe('Key of a condition, ARN of a policy, or pattern'),
        }),
      )
      .describe('What can also deny it, or on which the decision depends'),
  })
  .meta({ id: 'Access' });

const actionForm = z
  .string()
  .max(128)
  .regex(/^[a-zA-Z0-9-]+:[a-zA-Z0-9]+$/, 'must be an action such as s3:GetObject');

export const accessOperations = [
  operation({
    id: 'listAccess',
    method: 'GET',
    path: '/graph/access',
    tag: graphTag,
    summary: 'List who may use a resource, or what a principal may use',
    description:
      'Evaluates the policies that the inventory has: identity policies, inline, managed and of groups, permissions boundaries, ' +
      'resource policies and trust policies. With `resource_id`, lists the principals with access to it; with `principal_id`, the ' +
      'resources that a user or role has access to. An item has the actions with the same decision: `allowed`; `conditional`, ' +
      'which depends on `not_evaluated`; or `denied`, which one statement allows and another one or the permissions boundary ' +
      'denies. Actions that no statement allows are not listed. Who can assume a role: `resource_id` of the role and `action` ' +
      '`sts:AssumeRole`. Conditions are not evaluated. `not_evaluated` lists the kinds of policies that were not read.',
    access: 'graph:read',
    transaction: 'snapshot',
    query: z.strictObject({
      ...pagingParameters,
      resource_id: id.optional().describe('A resource with an ARN. Excludes `principal_id`'),
      principal_id: id.optional().describe('An IAM user or role. Excludes `resource_id`'),
      action: actionForm
        .optional()
        .describe('Evaluates only this action')
        .meta({ examples: ['s3:GetObject'] }),
    }),
    success: [200, listOf(Access)],
    async handle(context) {
      const { query, tenant } = context;
      const { resource_id: resourceId, principal_id: principalId, action } = query;
      const { request, envelope } = pager(context, 'access', query);
      const [lastId, taken] = request.after ?? [];
      const after =
        lastId === undefined || taken === undefined
          ? undefined
          : { id: String(lastId), taken: Number(taken) };
      if (resourceId !== undefined && principalId !== undefined)
        throw errors.validationFailed('principal_id', 'cannot be combined with resource_id');
      if (resourceId !== undefined) {
        const resource = await findAccessedResource(tenant, resourceId);
        if (resource === undefined)
          throw errors.validationFailed('resource_id', 'does not exist or has no ARN');
        const { rows, next } = await listCallers(tenant, resource, action, request.limit, after);
        return envelope({ rows, next: next && [next.id, next.taken] }, present);
      }
      if (principalId === undefined)
        throw errors.validationFailed('resource_id', 'is required without principal_id');
      const found = await listReachable(tenant, principalId, action, request.limit, after);
      if (found === undefined)
        throw errors.validationFailed('principal_id', 'is no IAM user or role that was extracted');
      const { rows, next } = found;
      return envelope({ rows, next: next && [next.id, next.taken] }, present);
    },
  }),
];

function present({
  principal,
  resource,
  actions,
  decision,
  statements,
  notEvaluated,
}: AccessRow): z.input<typeof Access> {
  const { id: principalId, ...node } = principal;
  return {
    principal: { ...presentNode({ ...node, id: principalId ?? '' }), id: principalId },
    resource: presentNode(resource),
    actions: [...actions],
    decision,
    statements: statements.map(({ policy, sid, index, effect }) => ({ policy, sid, index, effect })),
    not_evaluated: notEvaluated.map(({ kind, value }) => ({ kind, value })),
  };
}
