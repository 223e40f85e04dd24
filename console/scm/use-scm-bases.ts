import { useQuery } from '@tanstack/react-query';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';

/** The addresses of the organization's GitHub and GitLab servers, to which the console may make links. */
export function useScmBases(): readonly string[] {
  const { can } = useSession();
  const { data } = useQuery({
    ...getting('/api/v1/scm/connections', { query: { limit: 200 } }),
    enabled: can('scm:read'),
    staleTime: 60_000,
  });
  return (data?.items ?? []).map(({ base_url: base }) => base);
}
