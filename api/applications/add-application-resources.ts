import { z } from 'zod';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { declareResources } from '../../db/applications/declare-resources.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { Membership, presentMembership } from './membership-schemas.ts';
import { tag } from './schemas.ts';

const maximumResources = 500;

export const addApplicationResources = operation({
  id: 'addApplicationResources',
  method: 'POST',
  path: '/applications/{id}/resources',
  tag,
  summary: 'Add resources to an application',
  description:
    'Creates a declared membership for each resource, and removes none. Inferred, stale and rejected memberships become ' +
    'declared; confirmed ones stay. Fails if the application is archived.',
  access: 'applications:manage',
  audit: 'membership.declared',
  body: z.strictObject({
    resource_ids: z
      .array(id.transform((text) => text.toLowerCase()))
      .min(1)
      .max(maximumResources),
  }),
  success: [201, z.object({ items: z.array(Membership) })],
  errors: ['conflict'],
  async handle({ body, params, principal, tenant, services, audit }) {
    const { application, memberships, changed } = await declareResources(
      tenant,
      params.id,
      body.resource_ids,
      principal.id,
    );
    audit({
      type: 'application',
      id: application.id,
      name: application.name,
      details: { resources: memberships.length, changed: changed.length },
    });
    await requestInference(
      tenant,
      services,
      'resource',
      changed.map((resource) => resource.id),
    );
    return { items: memberships.map(presentMembership) };
  },
});
