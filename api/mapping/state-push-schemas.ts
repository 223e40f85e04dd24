import { z } from 'zod';
import { repeatable } from '../../commands/inventory/parameter-values.ts';
import type { PushIdentity } from '../../db/mapping/states/pushed-source-store.ts';
import { errors } from '../../domain/errors.ts';
import { freeForm, omitNull } from '../http/schemas.ts';
import {
  readRepository,
  reportedProjectPath,
  reportedRepository,
  reportedText,
} from '../plans/report-schemas.ts';

const accountOfPush = z
  .string()
  .regex(
    /^(?:\d{12}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i,
    'must be an account: 12 digits, or its id',
  );

const repositoryProvider = z.enum(['github', 'gitlab']);
const commonFields = {
  repository_provider: repositoryProvider.nullish(),
  project_path: reportedProjectPath
    .nullish()
    .describe('Relative to the root of the repository, which is the default'),
  workspace: reportedText.nullish(),
  name: reportedText.nullish().describe('Identifies the state when it belongs to no repository'),
};

/** The query when the body is the state itself. */
export const stateQuery = z.strictObject({
  ...commonFields,
  repository_provider: repositoryProvider.optional(),
  repository: reportedText.optional().describe('Full name, for example `acme/infrastructure`'),
  aws_account_ids: repeatable(accountOfPush).describe(
    'An account of the resources of the state: 12 digits, or the id of the account',
  ),
});

/** The fields of the envelope beside `state`. */
export const statePushFields = z.strictObject({
  ...commonFields,
  repository: reportedRepository.nullish(),
  aws_account_ids: z
    .array(accountOfPush)
    .max(100)
    .nullish()
    .describe('The accounts of the resources of the state: 12 digits, or the ids of the accounts'),
});

export const stateEnvelope = statePushFields
  .extend({ state: freeForm.describe('The output of `terraform state pull`') })
  .meta({ id: 'StateEnvelope' });

/** What a push names. `null` is the same as an absent field. */
export interface PushReport {
  readonly identity: PushIdentity;
  /** Numbers or ids. */
  readonly accounts: readonly string[] | undefined;
}

/** @throws CatalogueError `validation_failed` when the fields identify no state. */
export function pushReportOf(fields: z.output<typeof statePushFields>): PushReport {
  const repository = readRepository(fields.repository);
  const { name } = fields;
  const named = omitNull(fields.aws_account_ids);
  const accounts = named?.length === 0 ? undefined : named;
  if (repository !== undefined) {
    const provider = repository.provider ?? omitNull(fields.repository_provider);
    const identity = {
      repositoryName: repository.fullName,
      repositoryProvider: provider === 'github' || provider === 'gitlab' ? provider : undefined,
      projectPath: fields.project_path ?? '.',
      // The default workspace has two spellings.
      workspace: fields.workspace === 'default' ? undefined : omitNull(fields.workspace),
    };
    return { identity, accounts };
  }
  if (name === undefined || name === null)
    throw errors.validationFailed('name', 'is required, or `repository` with `project_path`');
  return { identity: { name }, accounts };
}
