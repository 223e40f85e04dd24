import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { lockAccount, updateAccount } from '../../db/connections/account-store.ts';
import { lockEnvironment } from '../../db/applications/environment-store.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { tag } from './schemas.ts';

export const setDefaultEnvironment = operation({
  id: 'setDefaultEnvironment',
  method: 'PUT',
  path: '/aws-accounts/{id}/default-environment',
  tag,
  summary: 'Set the default environment of an account',
  description: '`null` or an empty string clears it.',
  access: 'accounts:manage',
  audit: 'account.default_environment_set',
  body: z.strictObject({ environment_id: z.union([id.toLowerCase(), z.literal('')]).nullable() }),
  success: [200, z.object({ aws_account_id: id, environment_id: id.nullable() })],
  async handle({ body, params, tenant, audit }) {
    const account = await lockAccount(tenant, params.id);
    const environmentId = body.environment_id === '' ? null : body.environment_id;
    if (environmentId !== null && !(await lockEnvironment(tenant, environmentId)))
      throw errors.validationFailed('environment_id', 'is not a known environment');
    await updateAccount(tenant, account.id, { defaultEnvironmentId: environmentId });
    audit({ type: 'account', id: account.id, name: account.name ?? account.accountId });
    return { aws_account_id: account.id, environment_id: environmentId };
  },
});
