import { z } from 'zod';
import { requestScan } from '../../commands/discovery/request-scan.ts';
import { errors } from '../../domain/errors.ts';
import { id } from '../http/schemas.ts';
import { operation } from '../http/operation.ts';
import { collectedType, presentScan, region, Scan } from './schemas.ts';

const CreateScanBody = z.strictObject({
  aws_account_id: id.optional(),
  connection_id: id.optional(),
  regions: z.array(region).min(1).max(50).optional(),
  resource_types: z.array(collectedType).min(1).max(500).optional(),
});

export const createScan = operation({
  id: 'createScan',
  method: 'POST',
  path: '/scans',
  tag: 'Discovery',
  summary: 'Start a scan',
  description: 'Scans one account, the accounts of one connection, or all included accounts.',
  access: 'scans:run',
  audit: 'scan.requested',
  body: CreateScanBody,
  success: [202, Scan],
  errors: ['scan_conflict'],
  async handle({ body, tenant, services, principal, audit }) {
    if (body.aws_account_id !== undefined && body.connection_id !== undefined)
      throw errors.validationFailed('connection_id', 'cannot be combined with aws_account_id');
    const scan = await requestScan(tenant, services, {
      trigger: 'manual',
      connectionId: body.connection_id,
      accountIds: body.aws_account_id === undefined ? undefined : [body.aws_account_id],
      regions: body.regions,
      resourceTypes: body.resource_types,
      requestedBy: principal.id,
    });
    audit({ type: 'scan', id: scan.id });
    return presentScan(scan);
  },
});
