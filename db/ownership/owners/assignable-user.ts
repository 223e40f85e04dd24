import { errors } from '../../../domain/errors.ts';
import type { UserStatus } from '../../../domain/values.ts';
import { rowOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/**
 * Locks a user who is about to be assigned or added, so that the user stays active until the transaction ends.
 * @throws CatalogueError `validation_failed` for `user_id` when the user does not exist or is deactivated.
 */
export async function lockAssignableUser(tenant: Tenant, id: string): Promise<void> {
  const user = await rowOf<{ status: UserStatus }>(
    tenant,
    sql`select u.status from users u where u.organization_id = ${tenant.organizationId} and u.id = ${id} for share`,
  );
  if (user === undefined) throw errors.validationFailed('user_id', 'names a user who is not a member');
  if (user.status !== 'active') throw errors.validationFailed('user_id', 'names a deactivated user');
}
