import { z } from 'zod';
import { partitionOfArn } from '../../domain/discovery/regions/aws-partition.ts';
import { connectionKinds } from '../../domain/values.ts';
import { errors } from '../../domain/errors.ts';
import { addAccount } from '../../db/connections/account-store.ts';
import { createConnection as store } from '../../db/connections/connection-store.ts';
import { operation } from '../http/operation.ts';
import { accountNumber, shortText } from '../http/schemas.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import { Connection, presentConnection, regionList, requireRegions, roleName, tag } from './schemas.ts';

const defaultRoleName = 'CloudInventoryReader';

export const createConnection = operation({
  id: 'createConnection',
  method: 'POST',
  path: '/aws/connections',
  tag,
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
  errors: ['name_taken', 'connection_exists', 'account_exists', 'provider_unavailable'],
  async handle({ body, principal, services, tenant, audit }) {
    const managementAccountNumber = body.management_account_id ?? undefined;
    if (body.kind === 'organization' && managementAccountNumber === undefined)
      throw errors.validationFailed('management_account_id', 'is required');
    requireRegions(body.regions);
    await services.serviceCredentials.check();
    const connection = await store(tenant, {
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
});
