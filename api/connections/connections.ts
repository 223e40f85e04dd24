import { z } from 'zod';
import { repeatable } from '../../commands/inventory/parameter-values.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import { addAccount, refreshEffectiveRegions } from '../../db/connections/account-store.ts';
import {
  createConnection,
  getConnection,
  listConnections,
  lockAnyConnection,
  lockConnection,
  markDeleting,
  refreshConnectionStatus,
  updateConnection,
} from '../../db/connections/connection-store.ts';
import type { Connection as ConnectionRow } from '../../db/connections/connection.ts';
import { listOnboardingSteps } from '../../db/connections/onboarding-step-store.ts';
import { markOtherRegionsUnobserved } from '../../db/inventory/mark-unobserved.ts';
import type { Tenant } from '../../db/tenant.ts';
import { permissionGroups } from '../../domain/connections/cloud-control-access.ts';
import { createRoleTemplate, templateVariants } from '../../domain/connections/role-template.ts';
import { partitionOfArn } from '../../domain/discovery/regions/aws-partition.ts';
import { errors } from '../../domain/errors.ts';
import type { RunKind } from '../../domain/runs/run-kinds.ts';
import { connectionKinds, globalRegion } from '../../domain/values.ts';
import type { Principal } from '../http/access/principal.ts';
import {
  cutPage,
  listOf,
  pageOfShortList,
  pager,
  pagingParameters,
  shortListParameters,
} from '../http/list.ts';
import { operation } from '../http/operation.ts';
import type { AuditTarget } from '../http/operation.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { Accepted, accountNumber, freeForm, id, shortText } from '../http/schemas.ts';
import type { Services } from '../services.ts';
import {
  connectionTag,
  roleName,
  scanInterval,
  regionList,
  Connection,
  OnboardingStep,
  presentConnection,
  presentOnboardingStep,
  requireRegions,
} from './connection-schemas.ts';

const defaultRoleName = 'CloudInventoryReader';
const noGroups = 'none';

interface RunContext {
  readonly principal: Principal;
  readonly tenant: Tenant;
  readonly services: Services;
  readonly audit: (target: AuditTarget) => void;
}

export const connectionOperations = [
  operation({
    id: 'listConnections',
    method: 'GET',
    path: '/aws/connections',
    tag: connectionTag,
    summary: 'List connections',
    description: 'Lists the connections to AWS organizations and standalone accounts.',
    access: 'connections:read',
    query: z.strictObject(pagingParameters),
    success: [200, listOf(Connection)],
    async handle(context) {
      const { request, envelope } = pager(context, 'connections', context.query);
      const rows = await listConnections(context.tenant, request.limit, request.after?.[0]?.toString());
      return envelope(
        cutPage(rows, request.limit, (connection) => [connection.id]),
        (connection) => presentConnection(connection, context.services.configuration),
      );
    },
  }),
  operation({
    id: 'createConnection',
    method: 'POST',
    path: '/aws/connections',
    tag: connectionTag,
    summary: 'Create a connection to an AWS organization or to standalone accounts',
    description:
      'Creates the external id and the role template, and starts onboarding, which waits until the role is deployed. ' +
      '`management_account_id` is the management account of the organization or a delegated administrator. For kind ' +
      '`standalone`, it is the first account of the connection.',
    access: 'connections:manage',
    audit: 'connection.created',
    body: z.strictObject({
      name: shortText,
      kind: z.enum(connectionKinds),
      management_account_id: accountNumber.nullish(),
      role_name: roleName.default(defaultRoleName),
      regions: regionList.default([]),
    }),
    success: [201, Connection],
    location: '/aws/connections/{id}',
    errors: ['name_taken', 'connection_exists', 'account_exists', 'provider_unavailable'],
    async handle({ body, principal, services, tenant, audit }) {
      const managementAccountNumber = body.management_account_id ?? undefined;
      if (body.kind === 'organization' && managementAccountNumber === undefined)
        throw errors.validationFailed('management_account_id', 'is required');
      requireRegions(body.regions);
      await services.serviceCredentials.check();
      const connection = await createConnection(tenant, {
        name: body.name,
        kind: body.kind,
        managementAccountNumber,
        roleName: body.role_name,
        regions: body.regions,
      });
      if (body.kind === 'standalone' && managementAccountNumber !== undefined) {
        const partition = partitionOfArn(services.configuration.servicePrincipalArn);
        await addAccount(tenant, connection, {
          awsAccountNumber: managementAccountNumber,
          name: undefined,
          partition,
        });
      }
      await launchRun(tenant, services, {
        kind: 'onboard_connection',
        subjectId: connection.id,
        description: connection.name,
        ...(managementAccountNumber === undefined ? {} : { awsAccountNumber: managementAccountNumber }),
        requestedBy: principal.id,
      });
      audit({ type: 'connection', id: connection.id, name: connection.name });
      return presentConnection(connection, services.configuration);
    },
  }),
  operation({
    id: 'getConnection',
    method: 'GET',
    path: '/aws/connections/{id}',
    tag: connectionTag,
    summary: 'Get a connection',
    description: 'Returns the connection with its status, last error and template version.',
    access: 'connections:read',
    success: [200, Connection],
    async handle({ params, tenant, services }) {
      return presentConnection(await getConnection(tenant, params.id), services.configuration);
    },
  }),
  operation({
    id: 'updateConnection',
    method: 'PATCH',
    path: '/aws/connections/{id}',
    versioned: 'aws_connections',
    tag: connectionTag,
    summary: 'Update a connection',
    description:
      'Accounts without their own regions or scan interval inherit the new values. Resources in removed regions become ' +
      '`unobserved`. A new `role_name` sets the accounts to `pending` and starts a validation of the connection; no account ' +
      'is read before its new role was checked. `conflict`: `role_name` cannot change while a validation of the connection ' +
      'is active.',
    access: 'connections:manage',
    audit: 'connection.updated',
    body: z.strictObject({
      name: shortText.optional(),
      role_name: roleName.optional(),
      regions: regionList.optional(),
      scan_interval_minutes: scanInterval.optional(),
    }),
    success: [200, Connection],
    errors: ['name_taken', 'conflict'],
    async handle({ body, params, principal, tenant, services, audit }) {
      if (body.regions !== undefined) requireRegions(body.regions);
      const before = await lockConnection(tenant, params.id);
      const connection = await updateConnection(tenant, params.id, propertiesOf(body));
      if (connection.roleName !== before.roleName) {
        connection.status = await refreshConnectionStatus(tenant, connection.id);
        const { created } = await launchRun(tenant, services, {
          kind: 'validate_connection',
          subjectId: connection.id,
          description: connection.name,
          requestedBy: principal.id,
        });
        // The active validation may have read the former role.
        if (!created)
          throw errors.conflict('A validation of the connection is active. Retry after it has ended.');
      }
      if (body.regions !== undefined) {
        const changed = await refreshEffectiveRegions(tenant, { connectionId: connection.id });
        for (const { id, effectiveRegions: regions } of changed)
          await markOtherRegionsUnobserved(tenant, id, [globalRegion, ...regions]);
      }
      audit({
        type: 'connection',
        id: connection.id,
        name: connection.name,
        details: { changed: Object.keys(body) },
      });
      return presentConnection(connection, services.configuration);
    },
  }),
  operation({
    id: 'deleteConnection',
    method: 'DELETE',
    path: '/aws/connections/{id}',
    tag: connectionTag,
    summary: 'Delete a connection',
    description:
      'The status of the connection is `deleting` while its schedules and scans are stopped and its resources become ' +
      '`unobserved`. Deleting it again returns the active run, or resumes an interrupted deletion.',
    access: 'connections:manage',
    audit: 'connection.deleted',
    success: [202, z.object({ id, run_id: id }).meta({ id: 'ConnectionDeletion' })],
    async handle({ params, principal, tenant, services, audit }) {
      const connection = await lockAnyConnection(tenant, params.id);
      await markDeleting(tenant, connection.id);
      const { run_id } = await launchRun(tenant, services, {
        kind: 'delete_connection',
        subjectId: connection.id,
        description: connection.name,
        requestedBy: principal.id,
      });
      audit({ type: 'connection', id: connection.id, name: connection.name });
      return { id: connection.id, run_id };
    },
  }),
  operation({
    id: 'getConnectionTemplate',
    method: 'GET',
    path: '/aws/connections/{id}/template',
    tag: connectionTag,
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
    success: [200, freeForm.meta({ id: 'CloudformationTemplate' })],
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
  }),
  operation({
    id: 'listOnboardingSteps',
    method: 'GET',
    path: '/aws/connections/{id}/onboarding-steps',
    tag: connectionTag,
    summary: 'List the onboarding steps of a connection',
    description: 'Lists the steps from the deployment of the role to the first scan, in their order.',
    access: 'connections:read',
    query: z.strictObject(shortListParameters),
    success: [200, listOf(OnboardingStep)],
    async handle(context) {
      const { params, tenant } = context;
      const connection = await getConnection(tenant, params.id);
      const steps = await listOnboardingSteps(tenant, connection.id);
      const items = steps.map(presentOnboardingStep);
      return pageOfShortList(context, `onboarding_steps:${connection.id}`, items, ({ key }) => key);
    },
  }),
  operation({
    id: 'validateConnection',
    method: 'POST',
    path: '/aws/connections/{id}/validate',
    tag: connectionTag,
    summary: 'Validate a connection and its accounts',
    description: 'If onboarding is waiting for the role, it checks the role immediately.',
    access: 'connections:manage',
    audit: 'connection.validation_requested',
    success: [202, Accepted],
    errors: ['conflict', 'provider_unavailable'],
    async handle(context) {
      const connection = await lockConnection(context.tenant, context.params.id);
      return launchConnectionRun(context, connection, 'validate_connection');
    },
  }),
  operation({
    id: 'syncConnectionAccounts',
    method: 'POST',
    path: '/aws/connections/{id}/sync-accounts',
    tag: connectionTag,
    summary: 'Sync the accounts of a connection with its AWS organization',
    description: 'Starts a run that reads the accounts of the AWS organization. Returns its `run_id`.',
    access: 'connections:manage',
    audit: 'connection.sync_requested',
    success: [202, Accepted],
    errors: ['conflict', 'provider_unavailable'],
    async handle(context) {
      const connection = await lockConnection(context.tenant, context.params.id);
      if (connection.kind !== 'organization')
        throw errors.conflict('A standalone connection has no AWS organization to sync.');
      return launchConnectionRun(context, connection, 'sync_accounts');
    },
  }),
  operation({
    id: 'upgradeConnectionTemplate',
    method: 'POST',
    path: '/aws/connections/{id}/upgrade-template',
    tag: connectionTag,
    summary: 'Upgrade the stack and the stack set to the current template version',
    description:
      'Requires a stack that was deployed with the parameter `AllowTemplateUpgrade`. The run ends as `partial` if any ' +
      'role still has an older template version.',
    access: 'connections:manage',
    audit: 'connection.upgrade_requested',
    success: [202, Accepted],
    errors: ['conflict', 'provider_unavailable'],
    async handle(context) {
      const connection = await lockConnection(context.tenant, context.params.id);
      return launchConnectionRun(context, connection, 'upgrade_template');
    },
  }),
];

/**
 * Starts a run of a connection that the caller has locked, or returns the active run of the same kind.
 * @throws CatalogueError `provider_unavailable` when the service has no AWS credentials.
 */
async function launchConnectionRun(
  { principal, tenant, services, audit }: RunContext,
  connection: ConnectionRow,
  kind: Extract<RunKind, 'validate_connection' | 'sync_accounts' | 'upgrade_template'>,
): Promise<{ run_id: string }> {
  await services.serviceCredentials.check();
  const { run_id } = await launchRun(tenant, services, {
    kind,
    subjectId: connection.id,
    description: connection.name,
    requestedBy: principal.id,
  });
  audit({ type: 'connection', id: connection.id, name: connection.name });
  return { run_id };
}
