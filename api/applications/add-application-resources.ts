import { z } from 'zod';
import { getApplication } from '../../db/applications/application-store.ts';
import { declareMemberships } from '../../db/applications/membership-store.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { Membership, presentMembership, tag } from './schemas.ts';

const maximumResources = 500;

export const addApplicationResources = operation({
  id: 'addApplicationResources',
  method: 'POST',
  path: '/applications/{id}/resources',
  tag,
  summary: 'Add resources to an application',
  description: 'Creates a declared membership for each resource.',
  access: 'applications:manage',
  audit: 'membership.declared',
  body: z.strictObject({
    resource_ids: z
      .array(id.transform((text) => text.toLowerCase()))
      .min(1)
      .max(maximumResources),
  }),
  success: [201, z.object({ items: z.array(Membership) })],
  async handle({ body, params, tenant, audit }) {
    const application = await getApplication(tenant, params.id);
    const memberships = await declareMemberships(tenant, application.id, body.resource_ids);
    audit({
      type: 'application',
      id: application.id,
      name: application.name,
      details: { resources: memberships.length },
    });
    return { items: memberships.map(presentMembership) };
  },
});
