import { errors } from '../../domain/errors.ts';
import { findResource } from '../../db/inventory/resource-read-model.ts';
import { operation } from '../http/operation.ts';
import { presentFreshness } from './present-freshness.ts';
import { DiscoveredResource, Freshness, presentResource } from './schemas.ts';

export const getResource = operation({
  id: 'getResource',
  method: 'GET',
  path: '/resources/{id}',
  tag: 'Resources',
  summary: 'Get a resource',
  description: 'Returns deleted resources, too.',
  access: 'resources:read',
  success: [200, DiscoveredResource.extend({ freshness: Freshness })],
  async handle({ params, tenant }) {
    const found = await findResource(tenant, params.id);
    if (found === undefined) throw errors.notFound();
    return { ...presentResource(found.resource), freshness: presentFreshness(found.freshness) };
  },
});
