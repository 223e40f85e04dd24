import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import { random, regions, types, words } from './generated-inventory.ts';
import type { GeneratedOrganization } from './generated-inventory.ts';

/** Filters with results: properties of randomly selected resources. */
export function questionsOf(
  organization: GeneratedOrganization,
  filters: number,
  count: number,
  kinds: readonly Kind[] = ['type', 'account', 'region', 'managementState', 'status'],
): readonly ResourceFilter[] {
  const next = random(filters + 99, 7);
  return Array.from({ length: count }, () => {
    const resource = organization.at(Math.floor(next() * organization.size));
    const chosen = kinds
      .map((kind) => ({ kind, order: next() }))
      .toSorted((a, b) => a.order - b.order)
      .slice(0, filters)
      .map(({ kind }) => kind);
    const has = (kind: Kind) => chosen.includes(kind);
    return {
      resourceTypes: has('type') ? [types[resource.type] ?? ''] : undefined,
      accountIds: has('account') ? [organization.accounts[resource.account] ?? ''] : undefined,
      regions: has('region') ? [regions[resource.region] ?? ''] : undefined,
      managementStates: has('managementState') ? [resource.managementState] : undefined,
      statuses: has('status') ? [resource.status] : undefined,
    };
  });
}

type Kind = 'type' | 'account' | 'region' | 'managementState' | 'status';

/** Search texts, by their frequency in a million resources. */
export function textsOf(
  organization: GeneratedOrganization,
  count: number,
): Readonly<Record<string, readonly string[]>> {
  const next = random(5, 11);
  const some = () => organization.at(Math.floor(next() * organization.size));
  return {
    rare: Array.from({ length: count }, () => some().nativeId.slice(4, 12)),
    medium: Array.from({ length: count }, (_, index) => words[20 + index * 3] ?? ''),
    common: ['prod', 'staging', 'api', 'arn:aws', 'us-east-1', 'worker'],
    short: ['a', 'zq', '7f', 'x', 'e-', '-1'],
  };
}
