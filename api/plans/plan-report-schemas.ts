import { z } from 'zod';
import type { PlanReport } from '../../domain/plans/read/plan-report.ts';
import { freeForm, omitNull, wholeNumber } from '../http/schemas.ts';
import {
  readRepository,
  reportedCommit,
  reportedNumber,
  reportedProjectPath,
  reportedRepository,
  reportedText,
  reportedUrl,
} from './report-schemas.ts';

const maximumNumber = 2_147_483_647;

/** The fields with the same form in the query and the envelope. */
const commonFields = {
  external_id: reportedText
    .nullish()
    .describe('Id of an execution of the kind `plan`, which is created when it is unknown'),
  execution_external_id: reportedText.nullish().describe('Id of a reported execution of any kind'),
  repository_provider: reportedText.nullish().describe('`github` or `gitlab`'),
  project_path: reportedProjectPath.nullish().describe('Relative to the root of the repository'),
  workspace: reportedText.nullish(),
  commit_sha: reportedCommit.nullish(),
  provider: reportedText.nullish().describe('The CI system, for example `github_actions` or `gitlab_ci`'),
  branch: reportedText.nullish(),
  run_url: reportedUrl.nullish().describe('URL of the job in the CI system'),
  actor: reportedText.nullish().describe('Name of the user who started the job'),
};

/** The query when the body is the plan itself. */
export const planQuery = z.strictObject({
  ...commonFields,
  repository: reportedText.optional().describe('Full name, for example `acme/infrastructure`'),
  pull_request_number: wholeNumber(1, maximumNumber).optional(),
});

/** The fields of the envelope beside `plan`. */
export const envelopeFields = z.strictObject({
  ...commonFields,
  repository: reportedRepository.nullish(),
  pull_request_number: reportedNumber.nullish(),
});

export const planEnvelope = envelopeFields
  .extend({ plan: freeForm.describe('The output of `terraform show -json <plan file>`') })
  .meta({ id: 'PlanEnvelope' });

/** Returns the report of the fields of a query or an envelope. `null` is the same as an absent field. */
export function planReportOf(fields: z.output<typeof envelopeFields>): PlanReport {
  const repository = readRepository(fields.repository);
  return {
    externalId: omitNull(fields.external_id),
    executionExternalId: omitNull(fields.execution_external_id),
    repository: repository && {
      ...repository,
      provider: repository.provider ?? omitNull(fields.repository_provider),
    },
    projectPath: omitNull(fields.project_path),
    workspace: omitNull(fields.workspace),
    commitSha: omitNull(fields.commit_sha),
    pullRequestNumber: omitNull(fields.pull_request_number),
    provider: omitNull(fields.provider),
    branch: omitNull(fields.branch),
    runUrl: omitNull(fields.run_url),
    actor: omitNull(fields.actor),
  };
}
