import { z } from 'zod';
import { roleNames } from '../../../../domain/identity/roles.ts';
import { userStatuses } from '../../../../domain/values.ts';
import { listCustomRoles } from '../../../../db/organizations/custom-role-store.ts';
import { listMembers } from '../../../../db/organizations/member-store.ts';
import { toolRow, timeText } from '../shared/entities.ts';
import { asValues, countOnly, oneOrMore, paging } from '../shared/parameters.ts';
import { listResult } from '../shared/tool-result.ts';
import { defineTool } from '../shared/tool.ts';

/** Members that are read to filter them. */
const maximumRead = 10_000;

export const listMembersTool = defineTool({
  name: 'list_members',
  description: 'Lists the users of the organization with their roles.',
  permission: 'members:read',
  parameters: z.strictObject({
    role: oneOrMore(z.enum(roleNames)),
    user_status: oneOrMore(z.enum(userStatuses)),
    ...paging,
    count_only: countOnly,
  }),
  async run(context, args) {
    const roles = asValues(args.role);
    const statuses: readonly string[] | undefined = asValues(args.user_status);
    const members = (await listMembers(context.tenant, maximumRead, undefined)).filter(
      (user) =>
        (roles?.some((role) => user.roles.includes(role)) ?? true) &&
        (statuses?.includes(user.status) ?? true),
    );
    const customNames = new Map((await listCustomRoles(context.tenant)).map(({ id, name }) => [id, name]));
    return listResult(context, args, {
      total: members.length,
      rows: async (maximum) =>
        Promise.resolve(
          members
            .slice(0, maximum + 1)
            .map((user) =>
              toolRow(
                { type: 'user', id: user.id, name: user.name, url: '/api/v1/organization/members' },
                {
                  name: user.name,
                  email: user.email,
                  roles: user.roles.map((role) => customNames.get(role) ?? role),
                  status: user.status,
                  joined_at: timeText(user.createdAt),
                  last_login_at: timeText(user.lastLoginAt),
                },
                ['roles', 'status', 'joined_at', 'last_login_at'],
              ),
            ),
        ),
    });
  },
});
