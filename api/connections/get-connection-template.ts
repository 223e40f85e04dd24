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
  summary: 'Get the CloudFormation template of a connection',
  description:
    'The template is generated from the enabled collectors and contains the external id. `variant` is `management` (a ' +
    'stack in the management or delegated administrator account; the default for an organization), `member` (a ' +
    'service-managed stack set with automatic deployment) or `standalone` (the default for standalone accounts). The ' +
    'role has the template version in its tag `svc:template-version`.',
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
