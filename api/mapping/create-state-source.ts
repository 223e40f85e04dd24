import { z } from 'zod';
import { workspaceInKey } from '../../domain/mapping/state-object.ts';
import { requestStateSync } from '../../commands/mapping/request-state-sync.ts';
import { getStateSource } from '../../db/mapping/states/state-source-read-model.ts';
import { createStateSource as insert } from '../../db/mapping/states/state-source-store.ts';
import { operation } from '../http/operation.ts';
import { requireReferences } from './require-references.ts';
import { presentStateSource, StateSource, stateSourceFields, stateSourcesTag as tag } from './schemas.ts';

export const createStateSource = operation({
  id: 'createStateSource',
  method: 'POST',
  path: '/state-sources',
  tag,
  summary: 'Add a Terraform state source',
  description:
    'A source is one S3 object with the state of one workspace. The role template must allow to read it, in the ' +
    'parameters `StateObjectArns` and `StateBucketArns`. The first sync starts at once.',
  access: 'state_sources:manage',
  audit: 'state_source.created',
  body: z.strictObject({
    bucket: stateSourceFields.bucket,
    key: stateSourceFields.key,
    region: stateSourceFields.region.optional(),
    aws_account_id: stateSourceFields.aws_account_id.optional(),
    iac_project_id: stateSourceFields.iac_project_id.optional(),
  }),
  success: [201, StateSource],
  errors: ['conflict'],
  async handle({ body, tenant, services, audit }) {
    await requireReferences(tenant, body);
    const source = await insert(tenant, {
      bucket: body.bucket,
      key: body.key,
      region: body.region,
      workspace: workspaceInKey(body.key),
      awsAccountId: body.aws_account_id,
      iacProjectId: body.iac_project_id,
    });
    await requestStateSync(tenant, services, source);
    audit({ type: 'state_source', id: source.id, name: `${source.bucket}/${source.key}` });
    return presentStateSource(await getStateSource(tenant, source.id));
  },
});
