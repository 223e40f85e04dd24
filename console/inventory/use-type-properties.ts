import { useQuery } from '@tanstack/react-query';
import type { ResourceProperty } from '../../api-client/api-types.ts';
import { getting } from '../http/queries.ts';
import { useAddress } from '../shared/use-address.ts';

/** The properties of the one type that the filters of the page select; none for several types. */
export function useTypeProperties(isNeeded: boolean): {
  readonly type: string | undefined;
  readonly properties: readonly ResourceProperty[];
} {
  const types = useAddress().all('resource_type');
  const type = types.length === 1 ? types[0] : undefined;
  const { data } = useQuery({
    ...getting('/api/v1/resource-types/{type}/properties', { path: { type: type ?? '' } }),
    enabled: isNeeded && type !== undefined,
    staleTime: 300_000,
  });
  return { type, properties: type === undefined ? [] : (data?.items ?? []) };
}
