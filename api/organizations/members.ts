import { z } from 'zod';
import { flag } from '../../commands/inventory/parameter-values.ts';
import { applyMappings } from '../../db/identity/sso/apply-mappings.ts';
import { getSsoConfiguration } from '../../db/identity/sso/sso-configuration-store.ts';
import { deleteIdentityOf } from '../../db/identity/sso/sso-identity-store.ts';
import { getUser } from '../../db/identity/user-store.ts';
import type { User as UserRow } from '../../db/identity/user.ts';
import { maximumCustomRoles } from '../../db/organizations/custom-role-store.ts';
import { listMembers, replaceRoles, setBreakGlass } from '../../db/organizations/member-store.ts';
import { errors } from '../../domain/errors.ts';
import { roleNames } from '../../domain/identity/roles.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { Deleted, iso, timestamp } from '../http/schemas.ts';
import { endMembership, resumeMembership } from './change-member-status.ts';
import { IngestToken, presentIngestToken } from './ingest-tokens.ts';
import { heldRoles, presentUser, User } from '../identity/schemas.ts';
import { requireGrantableRoles } from './require-grantable-roles.ts';

const Member = z
  .object({
    user: User,
    roles: heldRoles,
    break_glass: z
      .boolean()
      .describe('Whether the user can sign in with a password where single sign-on is enforced'),
    joined_at: timestamp,
    last_login_at: timestamp.optional(),
  })
  .meta({ id: 'Member' });

/** The roles in a request: at least one, without duplicates. */
export const rolesInput = z
  .array(
    z
      .string()
      .regex(
        new RegExp(`^(?:${roleNames.join('|')}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`),
        'must be the name of a built-in role or the id of a custom role',
      ),
  )
  .min(1)
  .max(roleNames.length + maximumCustomRoles)
  .describe('Names of built-in roles and ids of custom roles')
  .refine((roles) => new Set(roles).size === roles.length, 'must not repeat a role');

export const memberOperations = [
  operation({
    id: 'listMembers',
    method: 'GET',
    path: '/organization/members',
    tag: 'Organization',
    summary: 'List members',
    description: 'Lists the users of the organization with their roles, also deactivated ones.',
    access: 'members:read',
    query: z.strictObject(pagingParameters),
    success: [200, listOf(Member)],
    async handle(context) {
      const { request, envelope } = pager(context, 'members', context.query);
      const rows = await listMembers(context.tenant, request.limit, request.after?.[0]?.toString());
      return envelope(
        cutPage(rows, request.limit, (user) => [user.id]),
        presentMember,
      );
    },
  }),
  operation({
    id: 'deactivateMember',
    method: 'DELETE',
    path: '/organization/members/{user_id}',
    tag: 'Organization',
    summary: 'Deactivate a member',
    description:
      'Also revokes the sessions of the member, the pending invitations that the member sent, and the API tokens and ingest ' +
      'tokens that the member created. `ingest_tokens` lists these tokens. The member stays assigned to applications and owns nothing.',
    access: 'members:manage',
    audit: 'member.deactivated',
    query: z.strictObject({
      keep_tokens: flag.optional().describe('Keeps the ingest tokens that the member created'),
    }),
    success: [
      200,
      Deleted.extend({
        ingest_tokens: z.array(IngestToken).describe('The ingest tokens that the member created'),
      }).meta({ id: 'DeactivatedMember' }),
    ],
    errors: ['last_admin'],
    async handle({ params, query, principal, tenant, services, record }) {
      const context = { tenant, services, principal, record };
      const { user, tokens } = await endMembership(context, params.user_id, query.keep_tokens === true);
      return { id: user.id, deleted: true, ingest_tokens: tokens.map(presentIngestToken) };
    },
  }),
  operation({
    id: 'replaceMemberRoles',
    method: 'PUT',
    path: '/organization/members/{user_id}/roles',
    tag: 'Organization',
    summary: 'Replace the roles of a member',
    description:
      'The roles in the body replace the roles by hand of the member; mappings of single sign-on may add others. Returns 409 `last_admin` if no active ' +
      'platform administrator would be left. Revokes the pending invitations of a member who may not invite any more. ' +
      'Nobody gives a role with a permission that they do not have.',
    access: 'members:manage',
    audit: 'member.roles_replaced',
    body: z.strictObject({ roles: rolesInput }),
    success: [200, Member],
    errors: ['last_admin'],
    async handle({ params, body, principal, tenant, audit }) {
      await requireGrantableRoles(tenant, principal, body.roles);
      const { user, revokedInvitations } = await replaceRoles(tenant, params.user_id, body.roles);
      audit({
        id: user.id,
        name: user.name,
        details: { roles: body.roles, revoked_invitations: revokedInvitations },
      });
      return presentMember(user);
    },
  }),
  operation({
    id: 'setBreakGlass',
    method: 'PUT',
    path: '/organization/members/{user_id}/break-glass',
    tag: 'Organization',
    summary: 'Mark a member as a break-glass user, or end the mark',
    description:
      'Where single sign-on is enforced, a break-glass user can still sign in with a password: an active platform administrator ' +
      'with a password and a second factor. While it is enforced, one or two members have the mark; the last one keeps it.',
    access: 'roles:manage',
    callers: 'users',
    audit: 'member.break_glass_set',
    body: z.strictObject({ break_glass: z.boolean().describe('Whether the member has the mark') }),
    success: [200, Member],
    errors: ['conflict', 'last_admin'],
    async handle({ params, body, tenant, audit }) {
      const user = await setBreakGlass(tenant, params.user_id, body.break_glass);
      audit({ type: 'member', id: user.id, name: user.name, details: { break_glass: body.break_glass } });
      return presentMember(user);
    },
  }),
  operation({
    id: 'deleteMemberIdentity',
    method: 'DELETE',
    path: '/organization/members/{user_id}/identity',
    tag: 'Organization',
    summary: 'Unbind a member from the account of the identity provider',
    description:
      'Ends the sessions of the member by single sign-on. The next login can bind another account of the provider.',
    access: 'members:manage',
    callers: 'users',
    audit: 'member.identity_deleted',
    success: [200, Deleted],
    async handle({ params, tenant, audit }) {
      const user = await getUser(tenant, params.user_id);
      const configuration = await getSsoConfiguration(tenant);
      if (!(await deleteIdentityOf(tenant, configuration, user.id))) throw errors.notFound();
      const { keptAdministrator } = await applyMappings(tenant, [user.id]);
      audit({
        type: 'member',
        id: user.id,
        name: user.name,
        details: { issuer: configuration.issuer, kept_administrator: keptAdministrator !== undefined },
      });
      return { id: user.id, deleted: true };
    },
  }),
  operation({
    id: 'reactivateMember',
    method: 'POST',
    path: '/organization/members/{user_id}/reactivate',
    tag: 'Organization',
    summary: 'Reactivate a deactivated member',
    description: 'The user can log in again, with the roles from before the deactivation.',
    access: 'members:manage',
    audit: 'member.reactivated',
    success: [200, Member],
    async handle({ params, principal, tenant, services, record }) {
      return presentMember(await resumeMembership({ tenant, services, principal, record }, params.user_id));
    },
  }),
];

function presentMember(user: UserRow): z.input<typeof Member> {
  return {
    user: presentUser(user),
    roles: user.roles,
    break_glass: user.breakGlass,
    joined_at: iso(user.createdAt),
    last_login_at: iso(user.lastLoginAt),
  };
}
