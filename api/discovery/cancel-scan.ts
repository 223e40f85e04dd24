import { cancelScan as cancel, findScan } from '../../db/discovery/scan-store.ts';
import { errors } from '../../domain/errors.ts';
import { operation } from '../http/operation.ts';
import { Accepted } from '../http/schemas.ts';
import type { Services } from '../services.ts';

export const cancelScan = operation({
  id: 'cancelScan',
  method: 'POST',
  path: '/scans/{id}/cancel',
  tag: 'Discovery',
  summary: 'Cancel a scan',
  description: 'Resources that the scan has already stored are kept. Does nothing when the scan has ended.',
  access: 'scans:run',
  audit: 'scan.cancelled',
  success: [202, Accepted],
  async handle({ params, tenant, services, audit, skipAudit }) {
    const scan = await findScan(tenant, params.id);
    if (scan === undefined) throw errors.notFound();
    if (await cancel(tenant, scan.id)) tenant.afterCommit(() => cancelWorkflow(services, scan.id));
    else skipAudit();
    audit({ type: 'scan', id: scan.id });
    return { run_id: scan.id };
  },
});

/** Cancels the workflow. If Temporal is unavailable, the scan's activities stop when they next read the scan's row. */
async function cancelWorkflow({ temporal, logger }: Services, scanId: string): Promise<void> {
  try {
    await temporal.cancelRunWorkflow('scan', scanId);
  } catch (error) {
    logger.info(
      { err: error, scan_id: scanId },
      'failed to cancel the scan workflow; its activities will stop when they next read its status',
    );
  }
}
