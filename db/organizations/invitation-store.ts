import { errors } from '../../domain/errors.ts';
import type { RoleName } from '../../domain/identity/roles.ts';
import type { InvitationStatus } from '../../domain/values.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { queryOf } from '../tenant.ts';
import type { Database, Tenant } from '../tenant.ts';

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly roles: readonly RoleName[];
  readonly status: InvitationStatus;
  readonly invited_by: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

const validDays = 7;
const columns = `id, email, roles, invited_by, created_at, expires_at,
  case when status = 'pending' and expires_at <= now() then 'expired' else status end as status`;

/** @throws CatalogueError `conflict` while an invitation to that address is pending. */
export async function createInvitation(
  tenant: Tenant,
  invitation: { email: string; roles: readonly RoleName[]; tokenHash: Buffer; invitedBy: string },
): Promise<Invitation> {
  await queryOf(tenant)('invitations')
    .where({ organization_id: tenant.organizationId, email: invitation.email, status: 'pending' })
    .where('expires_at', '<=', queryOf(tenant).fn.now())
    .update({ status: 'expired' });
  const { rows } = await mapConstraintErrors(
    { invitations_pending_key: () => errors.conflict('An invitation to this address is pending.') },
    queryOf(tenant).raw<{ rows: Invitation[] }>(
      `insert into invitations (organization_id, email, roles, token_hash, invited_by, expires_at)
       values (?, ?, ?, ?, ?, now() + make_interval(days => ?)) returning ${columns}`,
      [
        tenant.organizationId,
        invitation.email,
        [...invitation.roles],
        invitation.tokenHash,
        invitation.invitedBy,
        validDays,
      ],
    ),
  );
  return only(rows);
}

/** Pending invitations by id. Reads one row more than the limit. */
export async function listInvitations(
  tenant: Tenant,
  limit: number,
  after: string | undefined,
): Promise<readonly Invitation[]> {
  const { rows } = await queryOf(tenant).raw<{ rows: Invitation[] }>(
    `select ${columns} from invitations
     where organization_id = ? and status = 'pending' and expires_at > now() and (?::uuid is null or id > ?)
     order by id limit ?`,
    [tenant.organizationId, after ?? null, after ?? null, limit + 1],
  );
  return rows;
}

/** @throws CatalogueError `not_found`, `invitation_invalid` when it was accepted, revoked or has expired. */
export async function revokeInvitation(tenant: Tenant, id: string): Promise<Invitation> {
  const revoked = await settle(tenant, 'revoked', 'id', id);
  if (revoked !== undefined) return revoked;
  const known = await queryOf(tenant)('invitations')
    .where({ organization_id: tenant.organizationId, id })
    .first('id');
  throw known === undefined ? errors.notFound() : errors.invitationInvalid();
}

/** Takes the invitation, once. @throws CatalogueError `invitation_invalid`. */
export async function consumeInvitation(tenant: Tenant, tokenHash: Buffer): Promise<Invitation> {
  const accepted = await settle(tenant, 'accepted', 'token_hash', tokenHash);
  if (accepted === undefined) throw errors.invitationInvalid();
  return accepted;
}

/** Where an invitation's token leads, before the organization is known. @throws CatalogueError `not_found`. */
export async function findInvitation(
  database: Database,
  tokenHash: Buffer,
): Promise<{ organization_id: string; id: string }> {
  const { rows } = await database.outside.raw<{ rows: { organization_id: string; id: string }[] }>(
    'select * from find_invitation(?)',
    [tokenHash],
  );
  if (rows[0] === undefined) throw errors.notFound();
  return rows[0];
}

/** @throws CatalogueError `not_found`, `invitation_invalid` unless it is pending. */
export async function getPendingInvitation(tenant: Tenant, id: string): Promise<Invitation> {
  const { rows } = await queryOf(tenant).raw<{ rows: Invitation[] }>(
    `select ${columns} from invitations where organization_id = ? and id = ?`,
    [tenant.organizationId, id],
  );
  if (rows[0] === undefined) throw errors.notFound();
  if (rows[0].status !== 'pending') throw errors.invitationInvalid();
  return rows[0];
}

/** One statement, so that of two that settle the same invitation one gets nothing. */
async function settle(
  tenant: Tenant,
  status: 'accepted' | 'revoked',
  column: 'id' | 'token_hash',
  value: string | Buffer,
): Promise<Invitation | undefined> {
  const { rows } = await queryOf(tenant).raw<{ rows: Invitation[] }>(
    `update invitations set status = ?
     where organization_id = ? and ${column} = ? and status = 'pending' and expires_at > now()
     returning ${columns}`,
    [status, tenant.organizationId, value],
  );
  return rows[0];
}

function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('the statement returned no row');
  return row;
}
