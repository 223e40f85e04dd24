import { z } from 'zod';
import { permissionGroups } from '../../domain/connections/cloud-control-access.ts';
import { createRoleTemplate, templateVariants } from '../../domain/connections/role-template.ts';
import { getConnection } from '../../db/connections/connection-store.ts';
import { repeatable } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { freeForm } from '../http/schemas.ts';
import { tag } from './schemas.ts';

const noGroups = 'none';

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
    'role has the template version in its tag `svc:template-version`. The parameters `CloudControlGroup1` to ' +
    '`CloudControlGroup4` select groups of services whose resource types the role can also list through the AWS Cloud ' +
    'Control API. The template with all groups is larger than the 51,200 bytes that CloudFormation accepts in a call: ' +
    'upload it in the console or to S3, or request only some groups with `cloud_control_groups`.',
  access: 'connections:read',
  query: z.strictObject({
    variant: z.enum(templateVariants).optional(),
    cloud_control_groups: repeatable(z.enum([noGroups, ...permissionGroups])).describe(
      `Groups in the template; \`${noGroups}\` for a template without groups. Default: all`,
    ),
  }),
  success: [200, freeForm],
  async handle({ params, query, tenant, services }) {
    const connection = await getConnection(tenant, params.id);
    return createRoleTemplate({
      variant: query.variant ?? (connection.kind === 'organization' ? 'management' : 'standalone'),
      servicePrincipalArn: services.configuration.servicePrincipalArn,
      roleName: connection.roleName,
      externalId: connection.externalId,
      cloudControlGroups: query.cloud_control_groups?.filter((group) => group !== noGroups),
    });
  },
});
