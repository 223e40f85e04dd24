import { CatalogueError, errors } from '../../domain/errors.ts';
import { getAccount } from '../../db/connections/account-store.ts';
import { getProject } from '../../db/scm/iac-project-read-model.ts';
import type { Tenant } from '../../db/tenant.ts';

/** @throws CatalogueError `validation_failed` for an account or a project that does not exist or is deleted. */
export async function requireReferences(
  tenant: Tenant,
  given: {
    readonly aws_account_id?: string | null | undefined;
    readonly iac_project_id?: string | null | undefined;
  },
): Promise<void> {
  const { aws_account_id: accountId, iac_project_id: projectId } = given;
  if (typeof accountId === 'string') await orInvalid('aws_account_id', getAccount(tenant, accountId));
  if (typeof projectId === 'string') await orInvalid('iac_project_id', getProject(tenant, projectId));
}

async function orInvalid(field: string, found: Promise<unknown>): Promise<void> {
  try {
    await found;
  } catch (error) {
    const missing = error instanceof CatalogueError && error.code === 'not_found';
    throw missing ? errors.validationFailed(field, 'does not exist') : error;
  }
}
