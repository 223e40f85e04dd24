import { errors } from '../../domain/errors.ts';
import { grantableRoles, permissionsOf } from '../../domain/identity/roles.ts';
import type { InvitationStatus } from '../../domain/values.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { execute, oneRowOf, rowOf, rowsOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Database, Tenant } from '../tenant.ts';
import { lockGrantedRoles } from './custom-role-store.ts';

export interface Invitation {
  readonly id: string;
  readonly email: string;
  /** Names of built-in roles and ids of custom roles. */
  readonly roles: readonly string[];
  readonly status: InvitationStatus;
  readonly invitedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const validDays = 7;
const columns = rawSql(`id, email, roles, invited_by, created_at, expires_at,
  case when status = 'pending' and expires_at <= now() then 'expired' else status end as status`);

/**
 * Inserts an invitation for seven days. Locks the inviter's row, so that a concurrent deactivation either revokes the
 * invitation or prevents it.
 * @throws CatalogueError `conflict` while another one for the email is pending, `account_deactivated`.
 */
export async function createInvitation(
  tenant: Tenant,
  invitation: { email: string; roles: readonly string[]; tokenHash: Buffer; invitedBy: string },
): Promise<Invitation> {
  const { organizationId } = tenant;
  const { email, roles, tokenHash, invitedBy } = invitation;
  const inviter = await rowOf(
    tenant,
    sql`select from users where organization_id = ${organizationId} and id = ${invitedBy} and status = 'active'
      for share`,
  );
  if (inviter === undefined) throw errors.accountDeactivated();
  // An expired row must leave the partial unique index before a new pending one is inserted.
  await execute(
    tenant,
    sql`update invitations set status = 'expired'
      where organization_id = ${organizationId} and email = ${email} and status = 'pending' and expires_at <= now()`,
  );
  return mapConstraintErrors(
    { invitations_pending_key: () => errors.conflict('An invitation to this address is pending.') },
    oneRowOf<Invitation>(
      tenant,
      sql`insert into invitations (organization_id, email, roles, token_hash, invited_by, expires_at)
        values (${organizationId}, ${email}, ${roles}, ${tokenHash}, ${invitedBy},
          now() + make_interval(days => ${validDays}))
        returning ${columns}`,
    ),
  );
}

/** Lists pending invitations by id. Reads one row more than the limit. */
export async function listInvitations(
  tenant: Tenant,
  limit: number,
  after: string | undefined,
): Promise<readonly Invitation[]> {
  return rowsOf<Invitation>(
    tenant,
    sql`select ${columns} from invitations
      where organization_id = ${tenant.organizationId} and status = 'pending' and expires_at > now()
        and ${after === undefined ? rawSql('true') : sql`id > ${after}`}
      order by id limit ${limit + 1}`,
  );
}

/** Revokes a pending invitation. @throws CatalogueError `not_found`; `invitation_invalid` when it is not pending. */
export async function revokeInvitation(tenant: Tenant, id: string): Promise<Invitation> {
  const revoked = await updatePending(tenant, 'revoked', sql`id = ${id}`);
  if (revoked !== undefined) return revoked;
  throw (await findById(tenant, id)) === undefined ? errors.notFound() : errors.invitationInvalid();
}

/** Revokes the pending invitations that a user sent. Returns their ids. */
export async function revokeInvitationsOf(tenant: Tenant, userId: string): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`update invitations set status = 'revoked'
      where organization_id = ${tenant.organizationId} and invited_by = ${userId} and status = 'pending'
      returning id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Marks a pending invitation as accepted. Its roles are those that its inviter may give now. Locks the inviter, so that a
 * concurrent change of the inviter's roles comes before or after.
 * @throws CatalogueError `invitation_invalid`, also when the inviter may give none of the roles
 */
export async function markInvitationAccepted(tenant: Tenant, tokenHash: Buffer): Promise<Invitation> {
  const accepted = await acceptInvitation(tenant, sql`token_hash = ${tokenHash}`);
  if (accepted === undefined || accepted.roles.length === 0) throw errors.invitationInvalid();
  return accepted;
}

/** Accepts the pending invitation to an address, if there is one and its inviter may still give one of its roles. */
export async function acceptInvitationTo(tenant: Tenant, email: string): Promise<Invitation | undefined> {
  const accepted = await acceptInvitation(tenant, sql`email = ${email}`);
  return accepted?.roles.length === 0 ? undefined : accepted;
}

async function acceptInvitation(tenant: Tenant, condition: Sql): Promise<Invitation | undefined> {
  const accepted = await updatePending(tenant, 'accepted', condition);
  if (accepted === undefined) return undefined;
  const inviter = await rowOf<{ roles: readonly string[]; custom: readonly string[] }>(
    tenant,
    sql`select roles, custom_permissions(organization_id, roles) as custom from users
      where organization_id = ${tenant.organizationId} and id = ${accepted.invitedBy} and status = 'active' for share`,
  );
  const roles = grantableRoles(
    permissionsOf(inviter?.roles ?? [], inviter?.custom),
    await lockGrantedRoles(tenant, accepted.roles),
  ).map(({ role }) => role);
  return { ...accepted, roles };
}

/** Finds an invitation by its token before the organization is known. @throws CatalogueError `not_found`. */
export async function findInvitation(
  database: Database,
  tokenHash: Buffer,
): Promise<{ readonly organizationId: string; readonly id: string }> {
  const row = await rowOf<{ organizationId: string; id: string }>(
    database.outside,
    sql`select * from find_invitation(${tokenHash})`,
  );
  if (row === undefined) throw errors.notFound();
  return row;
}

/** Returns a pending invitation. @throws CatalogueError `not_found`; `invitation_invalid` when it is not pending. */
export async function getPendingInvitation(tenant: Tenant, id: string): Promise<Invitation> {
  const invitation = await findById(tenant, id);
  if (invitation === undefined) throw errors.notFound();
  if (invitation.status !== 'pending') throw errors.invitationInvalid();
  return invitation;
}

async function findById(tenant: Tenant, id: string): Promise<Invitation | undefined> {
  return rowOf<Invitation>(
    tenant,
    sql`select ${columns} from invitations where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

/** Checks and updates in one statement, so that only one of two concurrent requests succeeds. */
async function updatePending(
  tenant: Tenant,
  status: 'accepted' | 'revoked',
  condition: Sql,
): Promise<Invitation | undefined> {
  return rowOf<Invitation>(
    tenant,
    sql`update invitations set status = ${status}
      where organization_id = ${tenant.organizationId} and ${condition} and status = 'pending' and expires_at > now()
      returning ${columns}`,
  );
}
