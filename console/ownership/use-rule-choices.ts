import { useQuery } from '@tanstack/react-query';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import type { ConditionChoices } from './condition-editor.tsx';

type Named = { readonly value: string; readonly label: string };

/** The records that conditions and outcomes can name. A role that may not see them gets no names. */
export function useRuleChoices(): ConditionChoices & {
  readonly environment: readonly Named[];
  readonly team: readonly Named[];
} {
  const { can } = useSession();
  const options = { staleTime: 60_000 };
  const query = { limit: 200 };
  const applications = useQuery({
    ...getting('/api/v1/applications', { query }),
    ...options,
    enabled: can('applications:read'),
  });
  const environments = useQuery({
    ...getting('/api/v1/environments', { query }),
    ...options,
    enabled: can('environments:read'),
  });
  const teams = useQuery({ ...getting('/api/v1/teams', { query }), ...options, enabled: can('teams:read') });
  const accounts = useQuery({
    ...getting('/api/v1/aws/accounts', { query }),
    ...options,
    enabled: can('accounts:read'),
  });
  const projects = useQuery({
    ...getting('/api/v1/iac-projects', { query }),
    ...options,
    enabled: can('iac_projects:read'),
  });
  const repositories = useQuery({
    ...getting('/api/v1/repositories', { query }),
    ...options,
    enabled: can('repositories:read'),
  });
  const types = useQuery({
    ...getting('/api/v1/resources', { query: { limit: 1, fields: 'summary' } }),
    ...options,
    enabled: can('resources:read'),
  });
  const repositoryNames = new Map(
    (repositories.data?.items ?? []).map(({ id, full_name: name }) => [id, name]),
  );
  return {
    application: (applications.data?.applications ?? []).map(({ id, name }) => ({ value: id, label: name })),
    environment: (environments.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
    team: (teams.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
    account: (accounts.data?.items ?? []).map(({ id, name, account_id: number }) => ({
      value: id,
      label: name === undefined ? number : `${number} ${name}`,
    })),
    project: (projects.data?.items ?? []).map(({ id, path, repository_id: repository }) => ({
      value: id,
      label: `${repositoryNames.get(repository) ?? ''} ${path}`,
    })),
    repository: [...repositoryNames].map(([id, name]) => ({ value: id, label: name })),
    resource_type: (types.data?.facets?.resource_type ?? []).map(({ value }) => value),
  };
}
