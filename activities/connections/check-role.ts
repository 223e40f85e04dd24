import { randomBytes } from 'node:crypto';
import { statusFromFindings } from '../../domain/connections/account-status.ts';
import type { Check } from '../../domain/connections/account-status.ts';
import {
  isTemplateVersion,
  stackIdTag,
  templateVersionTag,
} from '../../domain/connections/template-version.ts';
import { errors } from '../../domain/errors.ts';
import type { AccountStatus } from '../../domain/values.ts';
import type { AwsCaller, AwsClients } from '../../clients/aws/aws-clients.ts';
import { assumeRole } from '../../clients/aws/assume-role.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';
import type { AwsErrorClass } from '../../clients/aws/classify-aws-error.ts';

/** A customer's role, as it should be. */
export interface RoleToCheck {
  /** 12 digits. */
  readonly awsAccountNumber: string;
  readonly roleArn: string;
  readonly externalId: string;
  /** Where global services are called. */
  readonly region: string;
}

export interface RoleCheck {
  readonly checks: readonly Check[];
  /** `connected`: what can be known before any permission is tried is right. */
  readonly status: Extract<AccountStatus, 'connected' | 'invalid' | 'unreachable'>;
  /** Why it is not connected. */
  readonly error?: string;
  /** `null`: the role predates version stamping, or the tag cannot be read. */
  readonly templateVersion: string | null;
  readonly stackId: string | null;
  /** Calls in the account; only when connected. */
  readonly caller?: AwsCaller;
}

/**
 * The checks of a role that come before its permissions, in the contract's order: not without the external id, not with
 * a wrong one, but with the right one; the expected account; the template's version.
 * @throws CatalogueError `provider_unavailable` when this service's own credentials are at fault;
 *   the SDK's error when AWS could not be asked.
 */
export async function checkRole(
  aws: AwsClients,
  role: RoleToCheck,
  signal?: AbortSignal,
): Promise<RoleCheck> {
  const checks: Check[] = [];
  const unknown = { checks, templateVersion: null, stackId: null };
  for (const [check, externalId, ok] of [
    ['assume_role_without_external_id', undefined, 'refused without the external id'],
    [
      'assume_role_with_wrong_external_id',
      `wrong-${randomBytes(12).toString('hex')}`,
      'refused with a wrong one',
    ],
  ] as const) {
    const refusal = await tryToAssume(aws, role, externalId);
    checks.push({
      check,
      ok: refusal !== undefined,
      message: refusal === undefined ? 'the role was given without the external id that we know' : ok,
    });
    if (refusal === undefined) {
      const status = statusFromFindings({ ...nothingFound, externalIdEnforced: false });
      return {
        ...unknown,
        status: status as 'invalid',
        error:
          'The role does not enforce the external id: anybody could have it assumed through this service.',
      };
    }
  }
  const refusal = await tryToAssume(aws, role, role.externalId);
  const assumed = refusal === undefined;
  checks.push({
    check: 'assume_role',
    ok: assumed,
    message: refusal?.message ?? 'the role could be assumed',
  });
  if (!assumed) return { ...unknown, status: 'unreachable', error: refusal.message };

  const caller = aws.forRole({ roleArn: role.roleArn, externalId: role.externalId });
  const account = await identityOf(caller, role.region, signal);
  const expected = account === role.awsAccountNumber;
  checks.push({
    check: 'caller_identity',
    ok: expected,
    message: expected ? `the account is ${account}` : `expected ${role.awsAccountNumber}, found ${account}`,
  });
  if (!expected)
    return { ...unknown, status: 'invalid', error: `The role belongs to the account ${account}.` };
  const { check, ...tags } = await readTags(caller, role, signal);
  checks.push(check);
  return { checks, status: 'connected', caller, ...tags };
}

const nothingFound = {
  assumed: false,
  externalIdEnforced: true,
  expectedAccount: false,
  missingPermissions: [],
} as const;

/** Codes of STS that say that our own credentials are at fault, not the role. */
const ownFault =
  /^(InvalidClientTokenId|UnrecognizedClient|SignatureDoesNotMatch|ExpiredToken|ExpiredTokenException|InvalidAccessKeyId|CredentialsProviderError|AuthFailure)/;

/** `undefined` when the role was given; the refusal otherwise. Never answers from credentials that were kept. */
async function tryToAssume(
  aws: AwsClients,
  role: RoleToCheck,
  externalId: string | undefined,
): Promise<AwsErrorClass | undefined> {
  try {
    await assumeRole(aws.own(), {
      roleArn: role.roleArn,
      ...(externalId === undefined ? {} : { externalId }),
    }).get();
    return undefined;
  } catch (error) {
    const failure = classifyAwsError(error);
    if (ownFault.test(failure.code))
      throw errors.providerUnavailable('This service has no valid AWS credentials.', error);
    if (failure.outcome !== 'denied') throw error;
    return failure;
  }
}

async function identityOf(caller: AwsCaller, region: string, signal?: AbortSignal): Promise<string> {
  const request = { client: 'sts', region, operation: 'GetCallerIdentity', ...(signal ? { signal } : {}) };
  const ask = async () => ((await caller.call(request)) as { Account?: string }).Account ?? '';
  // Credentials of a role that was made anew meanwhile are refused, forgotten, and asked for again.
  return ask().catch(ask);
}

async function readTags(
  caller: AwsCaller,
  role: RoleToCheck,
  signal?: AbortSignal,
): Promise<{
  readonly check: Check;
  readonly templateVersion: string | null;
  readonly stackId: string | null;
}> {
  const unknown = { templateVersion: null, stackId: null };
  try {
    const { Tags: tags = [] } = (await caller.call({
      client: 'iam',
      region: role.region,
      operation: 'ListRoleTags',
      input: { RoleName: role.roleArn.split('/').at(-1) },
      ...(signal ? { signal } : {}),
    })) as { Tags?: readonly { readonly Key: string; readonly Value: string }[] };
    const valueOf = (key: string) => tags.find(({ Key }) => Key === key)?.Value ?? null;
    const version = valueOf(templateVersionTag);
    const known = version !== null && isTemplateVersion(version);
    return {
      check: {
        check: 'template_version',
        ok: known,
        message: known ? `version ${version}` : 'the role carries no version: it is unknown',
      },
      templateVersion: known ? version : null,
      stackId: valueOf(stackIdTag),
    };
  } catch (error) {
    const { outcome, message } = classifyAwsError(error);
    if (outcome !== 'denied') throw error;
    return { ...unknown, check: { check: 'template_version', ok: false, message: `unknown: ${message}` } };
  }
}
