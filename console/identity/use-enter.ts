import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { planRefresh } from '../http/refresh-session.ts';
import { useAddress } from '../shared/use-address.ts';
import { nextPath } from './next-path.ts';

/** Returns what follows a sign-in: forgets the data of an earlier user, and opens the page that was asked for. */
export function useEnter(): (issued: { readonly access_expires_at: string }) => Promise<void> {
  const queries = useQueryClient();
  const router = useRouter();
  const address = useAddress();
  return async ({ access_expires_at: expiresAt }) => {
    queries.clear();
    planRefresh(expiresAt);
    router.history.push(nextPath(address.one('next'), globalThis.location.origin));
    await router.load();
  };
}
