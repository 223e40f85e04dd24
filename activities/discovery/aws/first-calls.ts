import { serviceCollectors } from '../../../domain/discovery/declaration/resource-types.ts';
import type { ApiCall } from '../../../domain/discovery/limits/api-quotas.ts';
import { planLists } from '../collect/plan-lists.ts';

/** Returns the calls with which {@link collectService} begins; none for a service without collectors. */
export function firstCalls(service: string, resourceTypes: readonly string[]): readonly ApiCall[] {
  const collectors = serviceCollectors(service);
  if (collectors === undefined) return [];
  return planLists(collectors, new Set(resourceTypes)).roots.map(({ call }) => {
    const { client = collectors.client, operation } = call.forEach ?? call;
    return { client, operation };
  });
}
