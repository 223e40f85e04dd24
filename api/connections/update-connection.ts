import { z } from 'zod';
import { refreshEffectiveRegions } from '../../db/connections/account-store.ts';
import {
  lockConnection,
  refreshConnectionStatus,
  updateConnection as store,
} from '../../db/connections/connection-store.ts';
import { errors } from '../../domain/errors.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import { markOtherRegionsUnobserved } from '../../db/inventory/mark-unobserved.ts';
import { globalRegion } from '../../domain/values.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { operation } from '../http/operation.ts';
import { shortText } from '../http/schemas.ts';
import {
  Connection,
  presentConnection,
  regionList,
  requireRegions,
  roleName,
  scanInterval,
  tag,
} from './schemas.ts';

export const updateConnection = operation({
  id: 'updateConnection',
  method: 'PATCH',
  path: '/aws/connections/{id}',
  tag,
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
    const connection = await store(tenant, params.id, propertiesOf(body));
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
});
