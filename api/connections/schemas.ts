import { z } from 'zod';
import { findUnknownRegion } from '../../domain/connections/aws-regions.ts';
import { publishedTemplateUrl, quickCreateUrl } from '../../domain/connections/template-links.ts';
import { currentTemplateVersion, isTemplateBehind } from '../../domain/connections/template-version.ts';
import {
  accountStatuses,
  connectionKinds,
  connectionStatuses,
  onboardingStepKeys,
  onboardingStepStatuses,
} from '../../domain/values.ts';
import { globalCallRegion, partitionOfArn } from '../../domain/discovery/regions/aws-partition.ts';
import { errors } from '../../domain/errors.ts';
import { onboardingTitles } from '../../domain/connections/onboarding.ts';
import type { AccountRecord } from '../../db/connections/account-read-model.ts';
import { findAccountRecord } from '../../db/connections/account-read-model.ts';
import type { Connection as ConnectionRow } from '../../db/connections/connection.ts';
import type { OnboardingStep as OnboardingStepRow } from '../../db/connections/onboarding-step.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Configuration } from '../../runtime/configuration.ts';
import { accountNumber, id, iso, omitNull, shortText, timestamp } from '../http/schemas.ts';

export const tag = 'Cloud connections';

/** Source of the limit: AWS, "IAM and AWS STS quotas". */
export const roleName = z
  .string()
  .regex(/^[\w+=,.@-]{1,56}$/, 'must be 1 to 56 characters: letters, digits or +=,.@-_');
export const scanInterval = z
  .number()
  .int()
  .min(5)
  .max(43_200)
  .describe('Minutes between scans, at most 30 days');
export const accountName = shortText;
export const regionList = z
  .array(z.string().min(1).max(40))
  .max(100)
  .transform((regions) => [...new Set(regions)].toSorted())
  .describe('Regions to scan; an empty list means all enabled regions');

export const Connection = z
  .object({
    id,
    name: z.string(),
    kind: z.enum(connectionKinds),
    status: z.enum(connectionStatuses),
    management_account_id: accountNumber.optional(),
    external_id: z.string(),
    role_name: z.string(),
    organization_id_external: z.string().optional(),
    template: z.object({ version: z.string(), url: z.string(), quick_create_url: z.string().optional() }),
    regions: z.array(z.string()),
    scan_interval_minutes: z.number().int(),
    last_validated_at: timestamp.optional(),
    last_synced_at: timestamp.optional(),
    last_error: z.string().optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'CloudConnection' });

export const Account = z
  .object({
    id,
    connection_id: id,
    account_id: accountNumber,
    name: z.string().optional(),
    email: z.string().optional(),
    ou_path: z.string().optional(),
    role_arn: z.string(),
    included: z.boolean(),
    status: z.enum(accountStatuses),
    regions: z.array(z.string()),
    effective_regions: z.array(z.string()),
    scan_interval_minutes: z.number().int(),
    default_environment_id: id.optional(),
    validation: z.object({
      checks: z.array(z.object({ check: z.string(), ok: z.boolean(), message: z.string() })),
      missing_permissions: z.array(z.string()),
      error: z.string().optional(),
    }),
    last_validated_at: timestamp.optional(),
    template: z.object({ version: z.string().optional(), behind: z.boolean() }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'OnboardedAccount' });

export const OnboardingStep = z
  .object({
    key: z.enum(onboardingStepKeys),
    title: z.string(),
    status: z.enum(onboardingStepStatuses),
    detail: z.string().optional(),
    completed_at: timestamp.optional(),
  })
  .meta({ id: 'OnboardingStep' });

export function presentConnection(
  connection: ConnectionRow,
  configuration: Configuration,
): z.input<typeof Connection> {
  return {
    id: connection.id,
    name: connection.name,
    kind: connection.kind,
    status: connection.status,
    management_account_id: omitNull(connection.management_account_id),
    external_id: connection.external_id,
    role_name: connection.role_name,
    organization_id_external: omitNull(connection.organization_id_external),
    template: presentTemplate(connection, configuration),
    regions: connection.regions,
    scan_interval_minutes: connection.scan_interval_minutes,
    last_validated_at: iso(connection.last_validated_at),
    last_synced_at: iso(connection.last_synced_at),
    last_error: omitNull(connection.last_error),
    created_at: iso(connection.created_at),
    updated_at: iso(connection.updated_at),
  };
}

/** `quick_create_url` requires templates published in S3 (`TEMPLATE_BASE_URL`). */
function presentTemplate(connection: ConnectionRow, configuration: Configuration) {
  const { publicUrl, templateBaseUrl: base, servicePrincipalArn } = configuration;
  const partition = partitionOfArn(servicePrincipalArn);
  return {
    version: currentTemplateVersion,
    url: `${publicUrl}/api/v1/aws/connections/${connection.id}/template`,
    quick_create_url:
      base === undefined
        ? undefined
        : quickCreateUrl({
            templateUrl: publishedTemplateUrl(
              base,
              connection.kind === 'organization' ? 'management' : 'standalone',
            ),
            partition,
            region: globalCallRegion(partition),
            parameters: {
              ExternalId: connection.external_id,
              RoleName: connection.role_name,
              ServicePrincipalArn: servicePrincipalArn,
            },
          }),
  };
}

export function presentAccount(account: AccountRecord): z.input<typeof Account> {
  return {
    id: account.id,
    connection_id: account.connection_id,
    account_id: account.account_id,
    name: omitNull(account.name),
    email: omitNull(account.email),
    ou_path: omitNull(account.ou_path),
    role_arn: account.role_arn,
    included: account.included,
    status: account.status,
    regions: account.regions,
    effective_regions: account.effective_regions,
    scan_interval_minutes: account.scan_interval_minutes ?? account.connection_scan_interval_minutes,
    default_environment_id: omitNull(account.default_environment_id),
    validation: {
      checks: [...account.validation.checks],
      missing_permissions: [...account.validation.missing_permissions],
      error: account.validation.error,
    },
    last_validated_at: iso(account.last_validated_at),
    template: {
      version: omitNull(account.template_version),
      behind: isTemplateBehind(account.template_version),
    },
    created_at: iso(account.created_at),
    updated_at: iso(account.updated_at),
  };
}

export function presentOnboardingStep(step: OnboardingStepRow): z.input<typeof OnboardingStep> {
  return {
    key: step.key,
    title: onboardingTitles[step.key],
    status: step.status,
    detail: omitNull(step.detail),
    completed_at: iso(step.completed_at),
  };
}

/** Reads and presents an account. @throws CatalogueError `not_found`. */
export async function readAccount(tenant: Tenant, accountId: string): Promise<z.input<typeof Account>> {
  const record = await findAccountRecord(tenant, accountId);
  if (record === undefined) throw errors.notFound();
  return presentAccount(record);
}

/** @throws CatalogueError `validation_failed` for the first region that neither exists in AWS nor is enabled. */
export function requireRegions(regions: readonly string[], enabled: readonly string[] = []): void {
  const unknown = findUnknownRegion(regions, enabled);
  if (unknown !== undefined) {
    throw errors.validationFailed(`regions.${regions.indexOf(unknown)}`, 'is not an AWS region');
  }
}
