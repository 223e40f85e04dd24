import { z } from 'zod';
import { flag } from '../../commands/inventory/parameter-values.ts';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { recordTeamStatusChange } from '../../db/ownership/owners/record-status-change.ts';
import {
  addTeamMember,
  listTeamMembers,
  removeTeamMember,
} from '../../db/ownership/owners/team-member-store.ts';
import type { TeamMember as MemberRow } from '../../db/ownership/owners/team-member-store.ts';
import {
  createTeam,
  deleteTeam,
  getTeam,
  listTeams,
  lockTeam,
  updateTeam,
} from '../../db/ownership/owners/team-store.ts';
import type { Team as Row } from '../../db/ownership/owners/team.ts';
import { teamMemberRoles, userStatuses } from '../../domain/values.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { Deleted, id, iso, longText, shortText, slug, timestamp, recordVersion } from '../http/schemas.ts';
import { readPosition } from '../inventory/read-position.ts';

const tag = 'Teams';

const Team = z
  .object({
    id,
    organization_id: id,
    name: z.string(),
    slug: z.string(),
    description: z.string().optional(),
    is_active: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
    version: recordVersion,
  })
  .meta({ id: 'Team' });

const TeamMember = z
  .object({
    user_id: id,
    role: z.enum(teamMemberRoles),
    user: z.object({ id, name: z.string(), email: z.string(), status: z.enum(userStatuses) }),
    created_at: timestamp,
  })
  .meta({ id: 'TeamMember' });

export const teamOperations = [
  operation({
    id: 'listTeams',
    method: 'GET',
    path: '/teams',
    tag,
    summary: 'List teams by name',
    description: 'Lists active and inactive teams, unless `is_active` is given.',
    access: 'teams:read',
    query: z.strictObject({
      q: z.string().min(1).max(200).optional().describe('Part of the name or slug'),
      is_active: flag.optional(),
      ...pagingParameters,
    }),
    success: [200, listOf(Team)],
    async handle(context) {
      const { request, envelope } = pager(context, 'teams', context.query);
      const rows = await listTeams(context.tenant, context.query, request.limit, readPosition(request.after));
      return envelope(
        cutPage(rows, request.limit, ({ name, id }) => [name, id]),
        presentTeam,
      );
    },
  }),
  operation({
    id: 'createTeam',
    method: 'POST',
    path: '/teams',
    tag,
    summary: 'Create a team',
    description:
      'The slug is unique in the organization and cannot be changed. Several teams can have the same name.',
    access: 'teams:manage',
    audit: 'team.created',
    body: z.strictObject({ name: shortText, slug, description: longText.nullish() }),
    success: [201, Team],
    location: '/teams/{id}',
    errors: ['conflict'],
    async handle({ body, tenant, audit }) {
      const team = await createTeam(tenant, propertiesOf(body));
      audit({ type: 'team', id: team.id, name: team.name });
      return presentTeam(team);
    },
  }),
  operation({
    id: 'getTeam',
    method: 'GET',
    path: '/teams/{id}',
    tag,
    summary: 'Get a team',
    description: 'Returns the team, also an inactive one.',
    access: 'teams:read',
    success: [200, Team],
    async handle({ params, tenant }) {
      return presentTeam(await getTeam(tenant, params.id));
    },
  }),
  operation({
    id: 'updateTeam',
    method: 'PATCH',
    path: '/teams/{id}',
    versioned: 'teams',
    tag,
    summary: 'Update, deactivate or reactivate a team',
    description:
      'An inactive team keeps its members, applications and repositories. It owns nothing and cannot be assigned.',
    access: 'teams:manage',
    audit: 'team.updated',
    body: z
      .strictObject({ name: shortText, description: longText.nullish(), is_active: z.boolean() })
      .partial(),
    success: [200, Team],
    async handle({ body, params, principal, tenant, services, audit }) {
      const before = await lockTeam(tenant, params.id, 'update');
      const team = await updateTeam(tenant, before, propertiesOf(body));
      const { id, name } = team;
      if (team.isActive !== before.isActive) {
        const isAssigned = await recordTeamStatusChange(tenant, { id, name }, principal.id);
        if (isAssigned) await requestInference(tenant, services, 'team', [id]);
      }
      audit({ type: 'team', id, name, details: { changed: Object.keys(body) } });
      return presentTeam(team);
    },
  }),
  operation({
    id: 'deleteTeam',
    method: 'DELETE',
    path: '/teams/{id}',
    tag,
    summary: 'Delete a team',
    description:
      'Fails if the team is assigned to an application, linked to a repository or the outcome of an inference rule; the error message lists them.',
    access: 'teams:manage',
    audit: 'team.deleted',
    success: [200, Deleted],
    errors: ['conflict'],
    async handle({ params, tenant, audit }) {
      const { id, name } = await deleteTeam(tenant, params.id);
      audit({ type: 'team', id, name });
      return { id, deleted: true };
    },
  }),
  operation({
    id: 'listTeamMembers',
    method: 'GET',
    path: '/teams/{id}/members',
    tag,
    summary: 'List the members of a team by name',
    description: 'Includes deactivated users.',
    access: 'teams:read',
    query: z.strictObject(pagingParameters),
    success: [200, listOf(TeamMember)],
    async handle(context) {
      const { id } = await getTeam(context.tenant, context.params.id);
      const { request, envelope } = pager(context, `members of ${id}`, context.query);
      const rows = await listTeamMembers(context.tenant, id, request.limit, readPosition(request.after));
      return envelope(
        cutPage(rows, request.limit, ({ name, userId }) => [name, userId]),
        presentTeamMember,
      );
    },
  }),
  operation({
    id: 'addTeamMember',
    method: 'POST',
    path: '/teams/{id}/members',
    tag,
    summary: 'Add a user to a team',
    description: 'The role `lead` gives no permission.',
    access: 'teams:manage',
    audit: 'team_member.added',
    body: z.strictObject({ user_id: id, role: z.enum(teamMemberRoles).default('member') }),
    success: [201, TeamMember],
    errors: ['conflict'],
    async handle({ body, params, tenant, audit }) {
      const team = await getTeam(tenant, params.id);
      const member = await addTeamMember(tenant, team.id, body.user_id, body.role);
      const { userId, name, role } = member;
      audit({ type: 'team', id: team.id, name: team.name, details: { user_id: userId, name, role } });
      return presentTeamMember(member);
    },
  }),
  operation({
    id: 'removeTeamMember',
    method: 'DELETE',
    path: '/teams/{id}/members/{user_id}',
    tag,
    summary: 'Remove a user from a team',
    description: 'Returns the id of the user.',
    access: 'teams:manage',
    audit: 'team_member.removed',
    success: [200, Deleted],
    async handle({ params, tenant, audit }) {
      const team = await getTeam(tenant, params.id);
      const { userId, name, role } = await removeTeamMember(tenant, team.id, params.user_id);
      audit({ type: 'team', id: team.id, name: team.name, details: { user_id: userId, name, role } });
      return { id: userId, deleted: true };
    },
  }),
];

function presentTeam(row: Row): z.input<typeof Team> {
  return {
    id: row.id,
    organization_id: row.organizationId,
    name: row.name,
    slug: row.slug,
    description: row.description,
    is_active: row.isActive,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    version: row.version,
  };
}

function presentTeamMember(row: MemberRow): z.input<typeof TeamMember> {
  const { userId, role, name, email, status } = row;
  return { user_id: userId, role, user: { id: userId, name, email, status }, created_at: iso(row.createdAt) };
}
