import { errors } from '../../domain/errors.ts';
import type { GithubApp } from '../../clients/github/github-app.ts';
import type { Services } from '../services.ts';

/** @throws CatalogueError `provider_unavailable` when no GitHub App is configured. */
export function requireGithubApp({ scm }: Services): GithubApp {
  if (scm.githubApp === undefined) throw errors.providerUnavailable('No GitHub App is configured.');
  return scm.githubApp;
}
