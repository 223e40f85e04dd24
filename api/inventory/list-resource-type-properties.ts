import { z } from 'zod';
import { findProperties } from '../../db/queries/property-statistics.ts';
import { listOf, pageOfShortList, shortListParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';

const ResourceProperty = z
  .object({
    path: z.string().describe('As in the parameter `property`; `[]` for each element of an array'),
    types: z.array(z.string()).describe('Types of the JSON values'),
    count: z.int().describe('Number of resources with a value'),
    examples: z
      .array(z.union([z.string(), z.number(), z.boolean()]))
      .describe('At most 5 values of at most 64 characters, none redacted'),
  })
  .meta({ id: 'ResourceProperty' });

export const listResourceTypePropertiesOperation = operation({
  id: 'listResourceTypeProperties',
  method: 'GET',
  path: '/resource-types/{type}/properties',
  tag: 'Resources',
  summary: 'List the properties of the resources of a type',
  description:
    'Lists the paths in the configurations that the organization has, at the last daily count, most frequent first: at most ' +
    '500. The keys of a map, such as the variables of a function, are one path.',
  access: 'resources:read',
  params: z.object({ type: z.string().max(300) }),
  query: z.strictObject(shortListParameters),
  success: [200, listOf(ResourceProperty)],
  async handle(context) {
    const items = (await findProperties(context.tenant, context.params.type)).map(
      ({ path, types, count, examples }) => ({ path, types: [...types], count, examples: [...examples] }),
    );
    return pageOfShortList(context, `properties of ${context.params.type}`, items, ({ path }) => path);
  },
});
