import type { AutomationGrant, ScmProvider } from '../values.ts';

export interface MissingPermission {
  readonly grant: AutomationGrant;
  /** As the provider names it: `contents:write`, or the scope `api`. */
  readonly permission: string;
}

/** Permissions of a GitHub App that the grants need. Source: GitHub, "Permissions required for GitHub Apps". */
const githubPermissions: Readonly<Record<AutomationGrant, readonly string[]>> = {
  comment_on_pull_requests: ['pull_requests:write'],
  open_pull_requests: ['contents:write', 'pull_requests:write'],
  set_commit_status: ['statuses:write'],
};

/** Returns the grants that the App or token can carry out. */
export function effectiveGrants(
  provider: ScmProvider,
  granted: Readonly<Record<string, string>>,
  grants: readonly AutomationGrant[],
): readonly AutomationGrant[] {
  const missing = new Set(missingPermissions(provider, granted, grants).map(({ grant }) => grant));
  return grants.filter((grant) => !missing.has(grant));
}

/**
 * Returns the permissions that are missing for the grants.
 *
 * @param granted GitHub: permission to level; GitLab: scope to any value
 */
export function missingPermissions(
  provider: ScmProvider,
  granted: Readonly<Record<string, string>>,
  grants: readonly AutomationGrant[],
): readonly MissingPermission[] {
  if (provider === 'gitlab')
    return granted['api'] === undefined ? grants.map((grant) => ({ grant, permission: 'api' })) : [];
  return grants.flatMap((grant) =>
    githubPermissions[grant]
      .filter((permission) => {
        const [name = '', level = ''] = permission.split(':');
        return granted[name] !== level && granted[name] !== 'admin';
      })
      .map((permission) => ({ grant, permission })),
  );
}

/** Returns the scopes of a GitLab token as the permissions of its connection. */
export function permissionsOfScopes(scopes: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(scopes.map((scope) => [scope, 'granted']));
}
