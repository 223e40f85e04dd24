import { z } from 'zod';
import { refreshEffectiveRegions } from '../../db/connections/account-store.ts';
import { updateConnection as store } from '../../db/connections/connection-store.ts';
import { markOtherRegionsUnobserved } from '../../db/inventory/mark-unobserved.ts';
import { globalRegion } from '../../domain/values.ts';
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
    '`unobserved`.',
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
  async handle({ body, params, tenant, services, audit }) {
    if (body.regions !== undefined) requireRegions(body.regions);
    const connection = await store(tenant, params.id, body);
    if (body.regions !== undefined) {
      const changed = await refreshEffectiveRegions(tenant, { connectionId: connection.id });
      for (const { id, effective_regions: regions } of changed)
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
