import { z } from 'zod';
import { listInvitations as read } from '../../db/organizations/invitation-store.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { Invitation, presentInvitation } from './schemas.ts';

export const listInvitations = operation({
  id: 'listInvitations',
  method: 'GET',
  path: '/organization/invitations',
  tag: 'Organization',
  summary: 'List pending invitations',
  access: 'members:read',
  query: z.strictObject(pagingParameters),
  success: [200, listOf(Invitation)],
  async handle(context) {
    const { request, envelope } = pager(context, 'invitations', context.query);
    const rows = await read(context.tenant, request.limit, request.after?.[0]?.toString());
    return envelope(
      cutPage(rows, request.limit, (invitation) => [invitation.id]),
      presentInvitation,
    );
  },
});
