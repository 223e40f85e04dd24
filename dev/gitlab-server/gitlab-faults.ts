import type { Fault } from '../scm-servers/faults.ts';

/** Failures as GitLab shows them. Source: GitLab REST API, "Status codes" and "Rate limits". */
export const gitlabFaults = {
  unauthorized: (): Fault => ({ kind: 'response', status: 401, body: { message: '401 Unauthorized' } }),
  forbidden: (): Fault => ({ kind: 'response', status: 403, body: { message: '403 Forbidden' } }),
  notFound: (): Fault => ({ kind: 'response', status: 404, body: { message: '404 Not Found' } }),
  /** @param seconds of `Retry-After` */
  rateLimit: (seconds: number): Fault => ({
    kind: 'response',
    status: 429,
    headers: {
      'content-type': 'text/plain',
      'retry-after': String(seconds),
      'ratelimit-limit': '2000',
      'ratelimit-observed': '2001',
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(Math.ceil(Date.now() / 1000) + seconds),
    },
    body: 'Retry later\n',
  }),
  serverError: (status: 500 | 502 | 503 = 502): Fault => ({
    kind: 'response',
    status,
    headers: { 'content-type': 'text/html' },
    body: '<html>GitLab is not responding</html>',
  }),
  redirect: (location: string, status: 301 | 302 | 307 = 302): Fault => ({
    kind: 'response',
    status,
    headers: { location },
  }),
} as const;
