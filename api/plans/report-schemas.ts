import { z } from 'zod';
import type { ExecutionReport } from '../../domain/plans/executions/execution-report.ts';
import { normaliseProjectPath } from '../../domain/plans/executions/project-path.ts';
import { isSecretKey } from '../../domain/secrets/secret-keys.ts';
import { omitNull } from '../http/schemas.ts';

/** Fields that reports of executions and plans share. `null` is the same as an absent field. */

const credentialsMessage = 'must not contain a user name, password or token';

export const reportedText = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .refine((text) => !hasCredentials(text), credentialsMessage);

const RepositoryOfReport = z.strictObject({
  provider: reportedText.nullish().describe('`github` or `gitlab`'),
  full_name: reportedText,
});

/** `{provider, full_name}` or the full name. */
export const reportedRepository = z.union([RepositoryOfReport, reportedText]);

/** `{name, version}` or the name. */
export const reportedTool = z.union([
  z.strictObject({ name: reportedText.nullish(), version: reportedText.nullish() }),
  reportedText,
]);

const projectPathMessage = 'must be a path relative to the root of the repository, without ..';

export const reportedProjectPath = z
  .string()
  .trim()
  .min(1)
  .max(1024)
  .refine((path) => normaliseProjectPath(path) !== undefined, projectPathMessage)
  .refine((path) => !hasCredentials(path), credentialsMessage)
  .transform((path) => normaliseProjectPath(path) ?? path);

export const reportedCommit = z
  .string()
  .trim()
  .regex(/^[0-9a-f]{7,64}$/i, 'must be 7 to 64 hexadecimal digits')
  .toLowerCase();

export const reportedNumber = z.int().min(1).max(2_147_483_647);

export const reportedUrl = z
  .string()
  .trim()
  .max(2048)
  .refine(isWebUrl, 'must be an http or https URL')
  .refine((url) => !hasCredentials(url) && !hasSecretParameter(url), credentialsMessage);

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/**
 * Returns whether a text contains a URL with a user name or password, such as `CI_REPOSITORY_URL` of GitLab. Readers of
 * executions see the texts of reports. The user `git` of SSH addresses is no credential.
 */
function hasCredentials(text: string): boolean {
  return /:\/{1,2}(?!git@)[^\s/?#@]*@/.test(text);
}

/** Returns whether a parameter of a URL has the name of a secret. */
function hasSecretParameter(url: string): boolean {
  return URL.canParse(url) && Array.from(new URL(url).searchParams.keys()).some(isSecretKey);
}

/** Returns the repository of a report in either form. */
export function readRepository(
  repository: z.output<typeof reportedRepository> | null | undefined,
): ExecutionReport['repository'] {
  if (repository === null || repository === undefined) return undefined;
  if (typeof repository === 'string') return { fullName: repository };
  return { provider: omitNull(repository.provider), fullName: repository.full_name };
}
