import { errors } from '../../domain/errors.ts';
import { findChange } from '../../db/changes/change-read-model.ts';
import { operation } from '../http/operation.ts';
import { Change, presentChange } from './schemas.ts';

export const getChange = operation({
  id: 'getChange',
  method: 'GET',
  path: '/changes/{id}',
  tag: 'Changes',
  summary: 'Get a change with its diff and actor',
  access: 'changes:read',
  success: [200, Change],
  async handle({ params, tenant }) {
    const row = await findChange(tenant, params.id);
    if (row === undefined) throw errors.notFound();
    return presentChange(row);
  },
});
