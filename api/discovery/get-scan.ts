import { findScanWithFailures } from '../../db/discovery/scan-read-model.ts';
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
    const found = await findScanWithFailures(tenant, params.id);
    if (found === undefined) throw errors.notFound();
    return { ...presentScan(found.scan), failures: found.failures.map(presentScanFailure) };
  },
});
