import { readScan, scanFailures } from '../../db/discovery/scan-read-model.ts';
import { errors } from '../../domain/errors.ts';
import { operation } from '../http/operation.ts';
import { presentScanFailure, presentScan, ScanWithFailures } from './schemas.ts';

export const getScan = operation({
  id: 'getScan',
  method: 'GET',
  path: '/scans/{id}',
  tag: 'Discovery',
  summary: 'Get a scan with its progress, counts and failures',
  access: 'scans:read',
  success: [200, ScanWithFailures],
  async handle({ params, tenant }) {
    const scan = await readScan(tenant, params.id);
    if (scan === undefined) throw errors.notFound();
    const failures = await scanFailures(tenant, scan.id);
    return { ...presentScan(scan), failures: failures.map(presentScanFailure) };
  },
});
