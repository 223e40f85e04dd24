import { requestInference } from '../../commands/ownership/request-inference.ts';
import { deleteCorrection } from '../../db/mapping/match/mapping-correction-store.ts';
import { operation } from '../http/operation.ts';
import { Deleted } from '../http/schemas.ts';
import { mappingTag as tag } from './coverage-schemas.ts';

export const deleteMappingCorrection = operation({
  id: 'deleteMappingCorrection',
  method: 'DELETE',
  path: '/resources/{id}/mapping-corrections/{correction_id}',
  tag,
  summary: 'Undo a correction of a mapping',
  access: 'mapping:correct',
  audit: 'mapping.correction_undone',
  success: [200, Deleted],
  async handle({ params, tenant, services, audit }) {
    const { resource, correction } = await deleteCorrection(tenant, params.id, params.correction_id);
    const { id, action, iacProjectId, address } = correction;
    await requestInference(tenant, services, 'resource', [resource.id]);
    audit({
      type: 'resource',
      id: resource.id,
      name: resource.name ?? resource.nativeId,
      details: { correction_id: id, action, iac_project_id: iacProjectId, address },
    });
    return { id, deleted: true };
  },
});
