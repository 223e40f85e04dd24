import { z } from 'zod';
import type { TeamMember as MemberRow } from '../../db/ownership/owners/team-member-store.ts';
import type { Team as Row } from '../../db/ownership/owners/team.ts';
import { teamMemberRoles, userStatuses } from '../../domain/values.ts';
import { id, iso, timestamp } from '../http/schemas.ts';

export const tag = 'Teams';

export const Team = z
  .object({
    id,
    organization_id: id,
    name: z.string(),
    slug: z.string(),
    description: z.string().optional(),
    is_active: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Team' });

export const TeamMember = z
  .object({
    user_id: id,
    role: z.enum(teamMemberRoles),
    user: z.object({ id, name: z.string(), email: z.string(), status: z.enum(userStatuses) }),
    created_at: timestamp,
  })
  .meta({ id: 'TeamMember' });

export function presentTeam(row: Row): z.input<typeof Team> {
  return {
    id: row.id,
    organization_id: row.organizationId,
    name: row.name,
    slug: row.slug,
    description: row.description,
    is_active: row.isActive,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  };
}

export function presentTeamMember(row: MemberRow): z.input<typeof TeamMember> {
  const { userId, role, name, email, status } = row;
  return { user_id: userId, role, user: { id: userId, name, email, status }, created_at: iso(row.createdAt) };
}
