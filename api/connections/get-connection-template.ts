import { z } from 'zod';
import { createRoleTemplate, templateVariants } from '../../domain/connections/role-template.ts';
import { getConnection } from '../../db/connections/connection-store.ts';
import { operation } from '../http/operation.ts';
import { freeForm } from '../http/schemas.ts';
import { tag } from './schemas.ts';

export const getConnectionTemplate = operation({
  id: 'getConnectionTemplate',
  method: 'GET',
  path: '/aws/connections/{id}/template',
  tag,
  summary: "Get the connection's CloudFormation template",
  description:
    'Generated from the enabled collectors, with the external id filled in. `variant` is `management` (the default for ' +
    'an organization: a stack in the account that lists it), `member` (for a service-managed stack set with automatic ' +
    'deployment) or `standalone` (the default otherwise). The version is in the tag `svc:template-version` of the role.',
  access: 'connections:read',
  query: z.strictObject({ variant: z.enum(templateVariants).optional() }),
  success: [200, freeForm],
  async handle({ params, query, tenant, services }) {
    const connection = await getConnection(tenant, params.id);
    return createRoleTemplate({
      variant: query.variant ?? (connection.kind === 'organization' ? 'management' : 'standalone'),
      servicePrincipalArn: services.configuration.servicePrincipalArn,
      roleName: connection.role_name,
      externalId: connection.external_id,
    });
  },
});
