import { z } from 'zod';
import { listScans as readScans } from '../../db/discovery/scan-read-model.ts';
import { scanStatuses, scanTriggers } from '../../domain/values.ts';
import { cutPage, listOf, pager, pagingParameters, repeatable } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { presentScan, Scan } from './schemas.ts';

export const listScans = operation({
  id: 'listScans',
  method: 'GET',
  path: '/scans',
  tag: 'Discovery',
  summary: 'List scans, newest first',
  access: 'scans:read',
  query: z.strictObject({
    ...pagingParameters,
    aws_account_id: repeatable(id),
    status: repeatable(z.enum(scanStatuses)),
    trigger: repeatable(z.enum(scanTriggers)),
  }),
  success: [200, listOf(Scan)],
  async handle({ query, tenant, principal, services }) {
    const { request, envelope } = pager({ principal, services }, 'scans', query);
    const rows = await readScans(tenant, query, request.after?.[0]?.toString(), request.limit);
    return envelope(
      cutPage(rows, request.limit, (scan) => [scan.id]),
      presentScan,
    );
  },
});
