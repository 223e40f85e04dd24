import type { Fault } from '../scm-servers/faults.ts';

const documentation = 'https://docs.github.com/rest';
const limits = 'https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api';

/** Failures as GitHub shows them. Source: GitHub REST API, "Rate limits" and "Troubleshooting the REST API". */
export const githubFaults = {
  badCredentials: (): Fault => response(401, 'Bad credentials'),
  notAccessible: (permission: string): Fault =>
    response(403, 'Resource not accessible by integration', { 'x-accepted-github-permissions': permission }),
  /** A ruleset of the repository restricts the creation of branches. */
  ruleViolation: (): Fault =>
    response(422, 'Repository rule violations found\n\nCannot create ref due to creations being restricted.'),
  /** Private repositories of a free plan. */
  noDrafts: (): Fault => response(422, 'Draft pull requests are not supported in this repository.'),
  notFound: (): Fault => response(404, 'Not Found'),
  /** @param seconds until the limit is reset */
  primaryRateLimit: (seconds: number): Fault => ({
    kind: 'response',
    status: 403,
    headers: {
      'x-ratelimit-limit': '5000',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + seconds),
      'x-ratelimit-resource': 'core',
    },
    body: { message: 'API rate limit exceeded for installation ID 1.', documentation_url: limits },
  }),
  /** @param retryAfter seconds; GitHub does not always say */
  secondaryRateLimit: (retryAfter?: number, status: 403 | 429 = 403): Fault => ({
    kind: 'response',
    status,
    headers: {
      'x-ratelimit-remaining': '4000',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
    body: {
      message:
        'You have exceeded a secondary rate limit. Please wait a few minutes before you try again. If you reach out to GitHub Support for help, please include the request ID.',
      documentation_url: `${limits}#about-secondary-rate-limits`,
    },
  }),
  /** GraphQL responds with status 200. */
  graphqlRateLimit: (seconds: number): Fault => ({
    kind: 'response',
    status: 200,
    headers: {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + seconds),
      'x-ratelimit-resource': 'graphql',
    },
    body: { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded for installation ID 1.' }] },
  }),
  /** GraphQL of a server whose schema lacks a field. */
  refusedQuery: (message = "Field 'text' doesn't exist on type 'Blob'"): Fault => ({
    kind: 'response',
    status: 200,
    body: { errors: [{ message, path: ['query', 'text'], extensions: { code: 'undefinedField' } }] },
  }),
  serverError: (status: 500 | 502 | 503 | 504 = 502): Fault => response(status, 'Server Error'),
  /** A redirect, for example of a renamed repository (301). */
  redirect: (location: string, status: 301 | 302 | 307 = 301): Fault => ({
    kind: 'response',
    status,
    headers: { location },
    body: { message: 'Moved Permanently', url: location, documentation_url: documentation },
  }),
} as const;

function response(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Fault {
  return { kind: 'response', status, headers, body: { message, documentation_url: documentation } };
}
