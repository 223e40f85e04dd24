import { errors } from '../../domain/errors.ts';
import { findResource } from '../../db/inventory/resource-read-model.ts';
import { operation } from '../http/operation.ts';
import { freeForm } from '../http/schemas.ts';
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
  success: [
    200,
    DiscoveredResource.extend({
      volatile: freeForm
        .optional()
        .describe(
          'Values that change without a change of the resource, such as its state: path in the configuration → value',
        ),
      freshness: Freshness,
    }),
  ],
  async handle({ params, tenant }) {
    const found = await findResource(tenant, params.id);
    if (found === undefined) throw errors.notFound();
    const { resource, volatile, freshness } = found;
    return {
      ...presentResource(resource),
      ...(Object.keys(volatile).length === 0 ? {} : { volatile }),
      freshness: presentFreshness(freshness),
    };
  },
});
