import { randomBytes } from 'node:crypto';
import { statusFromFindings } from '../../domain/connections/account-status.ts';
import type { Check } from '../../domain/connections/account-status.ts';
import { parseGroupTags } from '../../domain/connections/cloud-control-slots.ts';
import {
  isTemplateVersion,
  stackIdTag,
  templateVersionTag,
} from '../../domain/connections/template-version.ts';
import { defined } from '../../domain/defined.ts';
import { errors } from '../../domain/errors.ts';
import type { RoleCheckOutcome } from '../../domain/values.ts';
import type { AwsCaller } from '../../clients/aws/aws-caller.ts';
import type { AwsClients } from '../../clients/aws/aws-clients.ts';
import { assumeRole } from '../../clients/aws/assume-role.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';
import type { AwsErrorClass } from '../../clients/aws/classify-aws-error.ts';

/** The expected role of a customer's account. */
export interface RoleToCheck {
  /** 12 digits. */
  readonly awsAccountNumber: string;
  readonly roleArn: string;
  readonly externalId: string;
  /** Region of calls to global services. */
  readonly region: string;
}

export interface RoleCheck {
  readonly checks: readonly Check[];
  /** `connected`: all checks passed. `probeAccount` checks the permissions separately. */
  readonly status: RoleCheckOutcome;
  /** Reason of a status other than `connected`. */
  readonly error?: string;
  /** `undefined` when the role has no valid version tag, or its tags cannot be read. */
  readonly templateVersion: string | undefined;
  /** Permission groups of the role; `undefined` when it is unknown what the role can read through Cloud Control. */
  readonly cloudControlGroups: readonly string[] | undefined;
  readonly stackId: string | undefined;
  /** Caller with the role; only when connected. */
  readonly caller?: AwsCaller;
}

/**
 * Checks a role, in this order: AssumeRole is denied without an external id, is denied with a wrong one, and succeeds with
 * the right one; the account is the expected one; the role has a tag with its template version.
 * @throws CatalogueError `provider_unavailable` when AWS rejects this service's own credentials;
 *   the SDK's error when a call fails for another reason than a denial.
 */
export async function checkRole(aws: AwsClients, role: RoleToCheck): Promise<RoleCheck> {
  const checks: Check[] = [];
  const unknown = { checks, templateVersion: undefined, cloudControlGroups: undefined, stackId: undefined };
  for (const [check, externalId, denied] of [
    ['assume_role_without_external_id', undefined, 'denied without the external id'],
    [
      'assume_role_with_wrong_external_id',
      `wrong-${randomBytes(12).toString('hex')}`,
      'denied with a wrong external id',
    ],
  ] as const) {
    const denial = await tryToAssume(aws, role, externalId);
    checks.push({
      check,
      ok: denial !== undefined,
      message: denial === undefined ? 'AssumeRole succeeded without the expected external id' : denied,
    });
    if (denial === undefined) {
      const status = statusFromFindings({ ...nothingFound, externalIdEnforced: false });
      return {
        ...unknown,
        status: status as 'invalid',
        error:
          'The role does not enforce the external id: any customer of this service could have it assumed.',
      };
    }
  }
  const denial = await tryToAssume(aws, role, role.externalId);
  const assumed = denial === undefined;
  checks.push({ check: 'assume_role', ok: assumed, message: denial?.message ?? 'AssumeRole succeeded' });
  if (!assumed) return { ...unknown, status: 'unreachable', error: denial.message };

  const caller = aws.forRole({ roleArn: role.roleArn, externalId: role.externalId });
  const awsAccountNumber = await identityOf(caller, role.region);
  const expected = awsAccountNumber === role.awsAccountNumber;
  checks.push({
    check: 'caller_identity',
    ok: expected,
    message: expected
      ? `the account is ${awsAccountNumber}`
      : `expected ${role.awsAccountNumber}, found ${awsAccountNumber}`,
  });
  if (!expected)
    return { ...unknown, status: 'invalid', error: `The role belongs to the account ${awsAccountNumber}.` };
  const { check, ...tags } = await readTags(caller, role);
  checks.push(check);
  return { checks, status: 'connected', caller, ...tags };
}

const nothingFound = {
  assumed: false,
  externalIdEnforced: true,
  expectedAccount: false,
  missingPermissions: [],
} as const;

/** Returns the denial of AssumeRole, or `undefined` if it succeeded. Never uses cached credentials. */
async function tryToAssume(
  aws: AwsClients,
  role: RoleToCheck,
  externalId: string | undefined,
): Promise<AwsErrorClass | undefined> {
  try {
    await assumeRole(aws.own(), defined({ roleArn: role.roleArn, externalId })).get();
    return undefined;
  } catch (error) {
    const failure = classifyAwsError(error);
    if (failure.code === 'CredentialsProviderError')
      throw errors.providerUnavailable('This service has no valid AWS credentials.', error);
    if (failure.outcome !== 'denied') throw error;
    return failure;
  }
}

/** Returns the number of the account in which the role is. */
async function identityOf(caller: AwsCaller, region: string): Promise<string> {
  const request = { client: 'sts', region, operation: 'GetCallerIdentity' };
  const getAccount = async () => ((await caller.call(request)) as { Account?: string }).Account ?? '';
  // Retried once: a rejection invalidates cached credentials of a role that was deleted and created again.
  return getAccount().catch(getAccount);
}

async function readTags(
  caller: AwsCaller,
  role: RoleToCheck,
): Promise<{
  readonly check: Check;
  readonly templateVersion: string | undefined;
  readonly cloudControlGroups: readonly string[] | undefined;
  readonly stackId: string | undefined;
}> {
  const unknown = { templateVersion: undefined, cloudControlGroups: undefined, stackId: undefined };
  try {
    const { Tags: tags = [] } = (await caller.call({
      client: 'iam',
      region: role.region,
      operation: 'ListRoleTags',
      input: { RoleName: role.roleArn.split('/').at(-1) },
    })) as { Tags?: readonly { readonly Key: string; readonly Value: string }[] };
    const valueOf = (key: string) => tags.find(({ Key }) => Key === key)?.Value;
    const version = valueOf(templateVersionTag);
    const templateVersion = version !== undefined && isTemplateVersion(version) ? version : undefined;
    const known = templateVersion !== undefined;
    return {
      check: {
        check: 'template_version',
        ok: known,
        message: known ? `version ${version}` : 'the role has no version tag',
      },
      templateVersion,
      cloudControlGroups: parseGroupTags(valueOf, templateVersion),
      stackId: valueOf(stackIdTag),
    };
  } catch (error) {
    const { outcome, message } = classifyAwsError(error);
    if (outcome !== 'denied') throw error;
    return { ...unknown, check: { check: 'template_version', ok: false, message: `unknown: ${message}` } };
  }
}
