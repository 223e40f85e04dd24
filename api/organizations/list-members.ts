import { z } from 'zod';
import { listMembers as read } from '../../db/organizations/member-store.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { Member, presentMember } from './schemas.ts';

export const listMembers = operation({
  id: 'listMembers',
  method: 'GET',
  path: '/organization/members',
  tag: 'Organization',
  summary: 'List members',
  access: 'members:read',
  query: z.strictObject(pagingParameters),
  success: [200, listOf(Member)],
  async handle(context) {
    const { request, envelope } = pager(context, 'members', context.query);
    const rows = await read(context.tenant, request.limit, request.after?.[0]?.toString());
    return envelope(
      cutPage(rows, request.limit, (user) => [user.id]),
      presentMember,
    );
  },
});
