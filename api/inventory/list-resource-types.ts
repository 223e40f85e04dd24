import { z } from 'zod';
import { isGrantable } from '../../domain/connections/cloud-control-access.ts';
import {
  cloudControlActions,
  cloudControlTypes,
} from '../../domain/discovery/cloud-control/cloud-control-types.ts';
import { RESOURCE_TYPES } from '../../domain/discovery/declaration/resource-types.ts';
import { resourceScopes, resourceTiers } from '../../domain/values.ts';
import { listOf, pageOfShortList, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';

const ResourceType = z
  .object({
    resource_type: z.string(),
    service: z.string(),
    name: z.string(),
    scope: z.enum(resourceScopes),
    tier: z.enum(resourceTiers),
    terraform_types: z.array(z.string()),
    actions: z.array(z.string()).describe('IAM actions that reading the type requires'),
  })
  .meta({ id: 'ResourceType' });

const items: readonly z.output<typeof ResourceType>[] = [
  ...RESOURCE_TYPES.map((type) => ({
    resource_type: type.resourceType,
    service: type.service,
    name: type.name,
    scope: type.scope,
    tier: type.tier,
    terraform_types: [...type.terraformTypes],
    actions: [...type.actions],
  })),
  ...cloudControlTypes.map(({ resourceType, scope, actions, readActions }) => ({
    resource_type: resourceType,
    service: (resourceType.split('::')[1] ?? '').toLowerCase(),
    name: titleOf(resourceType),
    scope,
    tier: 'B' as const,
    terraform_types: [],
    // Handlers also declare actions that no role gets, such as iam:PassRole.
    actions: [...new Set([...cloudControlActions, ...[...actions, ...readActions].filter(isGrantable)])],
  })),
];

export const listResourceTypesOperation = operation({
  id: 'listResourceTypes',
  method: 'GET',
  path: '/resource-types',
  tag: 'Resources',
  summary: 'List collected resource types',
  description:
    'Types of tier A have a dedicated collector. Types of tier B are read through the Cloud Control API, if a discovery ' +
    'hint shows that the account has such resources and the role can list them.',
  access: 'resources:read',
  query: z.strictObject(pagingParameters),
  success: [200, listOf(ResourceType)],
  handle: async (context) => pageOfShortList(context, 'resource_types', items, (type) => type.resource_type),
});

/** `AWS::IVS::RecordingConfiguration` → `IVS recording configuration`. */
function titleOf(resourceType: string): string {
  const [, service = '', ...rest] = resourceType.split('::');
  const words = rest.join(' ').replaceAll(/([a-z0-9])([A-Z])/g, (_all, left: string, right: string) => {
    return `${left} ${right.toLowerCase()}`;
  });
  return `${service} ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}
