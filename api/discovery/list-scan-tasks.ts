import { z } from 'zod';
import { listTasks } from '../../db/discovery/scan-read-model.ts';
import { findScan } from '../../db/discovery/scan-store.ts';
import { errors } from '../../domain/errors.ts';
import { scanTaskStatuses } from '../../domain/values.ts';
import { cutPage, listOf, pager, pagingParameters, repeatable } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { presentScanTask, ScanTask } from './schemas.ts';

export const listScanTasks = operation({
  id: 'listScanTasks',
  method: 'GET',
  path: '/scans/{id}/tasks',
  tag: 'Discovery',
  summary: 'List the tasks of a scan',
  description: 'A scan has one task per account, region and service.',
  access: 'scans:read',
  query: z.strictObject({ ...pagingParameters, status: repeatable(z.enum(scanTaskStatuses)) }),
  success: [200, listOf(ScanTask)],
  async handle({ params, query, tenant, principal, services }) {
    const scan = await findScan(tenant, params.id);
    if (scan === undefined) throw errors.notFound();
    const { request, envelope } = pager({ principal, services }, `scans/${scan.id}/tasks`, query);
    const after = request.after?.[0]?.toString();
    const rows = await listTasks(tenant, scan.id, query.status, after, request.limit);
    return envelope(
      cutPage(rows, request.limit, (task) => [task.id]),
      presentScanTask,
    );
  },
});
