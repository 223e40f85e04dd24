import { useQuery } from '@tanstack/react-query';
import type { CurrentUser, PermissionName } from '../../api-client/api-types.ts';
import { getting } from '../http/queries.ts';

export const currentUserQuery = { ...getting('/api/v1/auth/me'), staleTime: 60_000 };

export interface SignedIn {
  readonly me: CurrentUser | undefined;
  /** Whether the caller has the permission. What a role may not do is not offered. */
  readonly can: (permission: PermissionName) => boolean;
}

/** The signed-in user with the permissions. */
export function useSession(): SignedIn {
  const { data } = useQuery(currentUserQuery);
  return { me: data, can: (permission) => data?.permissions.includes(permission) === true };
}
