import { z } from 'zod';
import { workspaceInKey } from '../../domain/mapping/state-object.ts';
import { requestAccountMatches } from '../../commands/mapping/request-account-matches.ts';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { requestStateSync } from '../../commands/mapping/request-state-sync.ts';
import { listReachedAccounts } from '../../db/mapping/match/account-matches.ts';
import { getStateSource } from '../../db/mapping/states/state-source-read-model.ts';
import { lockStateSource, updateStateSource as update } from '../../db/mapping/states/state-source-store.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { operation } from '../http/operation.ts';
import { requireReferences } from './require-references.ts';
import { presentStateSource, StateSource, stateSourceFields, stateSourcesTag as tag } from './schemas.ts';

export const updateStateSource = operation({
  id: 'updateStateSource',
  method: 'PATCH',
  path: '/state-sources/{id}',
  tag,
  summary: 'Change, disable or enable a Terraform state source',
  description:
    'A change starts a sync. Detection does not change these fields of a detected source again. The entries of a ' +
    'disabled source do not count.',
  access: 'state_sources:manage',
  audit: 'state_source.updated',
  body: z.strictObject({
    bucket: stateSourceFields.bucket.optional(),
    key: stateSourceFields.key.optional(),
    region: stateSourceFields.region.nullable().optional(),
    aws_account_id: stateSourceFields.aws_account_id.nullable().optional(),
    iac_project_id: stateSourceFields.iac_project_id.nullable().optional(),
    disabled: z.boolean().optional(),
  }),
  success: [200, StateSource],
  errors: ['conflict'],
  async handle({ body, params, tenant, services, audit }) {
    const before = await lockStateSource(tenant, params.id);
    await requireReferences(tenant, body);
    const changed = await update(tenant, before, {
      ...propertiesOf(body),
      ...(body.key === undefined ? {} : { workspace: workspaceInKey(body.key) ?? null }),
    });
    const after = await getStateSource(tenant, before.id);
    if (changed.length > 0) {
      if (!after.disabled) await requestStateSync(tenant, services, after);
      // The accounts whose evidence the source was or is part of.
      await requestAccountMatches(tenant, services, await listReachedAccounts(tenant, after.id));
      await requestInference(tenant, services, 'state_source', [after.id]);
    }
    const name = `${after.bucket}/${after.key}`;
    audit({ type: 'state_source', id: after.id, name, details: { changed: Object.keys(body) } });
    return presentStateSource(await getStateSource(tenant, after.id));
  },
});
