import { z } from 'zod';
import type { Connection as ConnectionRow } from '../../db/connections/connection.ts';
import type { OnboardingStep as OnboardingStepRow } from '../../db/connections/onboarding-step.ts';
import { findUnknownRegion } from '../../domain/connections/aws-regions.ts';
import { onboardingTitles } from '../../domain/connections/onboarding.ts';
import { publishedTemplateUrl, quickCreateUrl } from '../../domain/connections/template-links.ts';
import { currentTemplateVersion } from '../../domain/connections/template-version.ts';
import { globalCallRegion, partitionOfArn } from '../../domain/discovery/regions/aws-partition.ts';
import { errors } from '../../domain/errors.ts';
import {
  connectionKinds,
  connectionStatuses,
  onboardingStepKeys,
  onboardingStepStatuses,
} from '../../domain/values.ts';
import type { Configuration } from '../../runtime/configuration.ts';
import { accountNumber, id, iso, timestamp, recordVersion } from '../http/schemas.ts';

export const connectionTag = 'Cloud connections';

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
    version: recordVersion,
  })
  .meta({ id: 'CloudConnection' });

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
    management_account_id: connection.managementAccountId,
    external_id: connection.externalId,
    role_name: connection.roleName,
    organization_id_external: connection.organizationIdExternal,
    template: presentTemplate(connection, configuration),
    regions: connection.regions,
    scan_interval_minutes: connection.scanIntervalMinutes,
    last_validated_at: iso(connection.lastValidatedAt),
    last_synced_at: iso(connection.lastSyncedAt),
    last_error: connection.lastError,
    created_at: iso(connection.createdAt),
    updated_at: iso(connection.updatedAt),
    version: connection.version,
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
              ExternalId: connection.externalId,
              RoleName: connection.roleName,
              ServicePrincipalArn: servicePrincipalArn,
            },
          }),
  };
}

export function presentOnboardingStep(step: OnboardingStepRow): z.input<typeof OnboardingStep> {
  return {
    key: step.key,
    title: onboardingTitles[step.key],
    status: step.status,
    detail: step.detail,
    completed_at: iso(step.completedAt),
  };
}

/** @throws CatalogueError `validation_failed` for the first region that neither exists in AWS nor is enabled. */
export function requireRegions(regions: readonly string[], enabled: readonly string[] = []): void {
  const unknown = findUnknownRegion(regions, enabled);
  if (unknown !== undefined) {
    throw errors.validationFailed(`regions.${regions.indexOf(unknown)}`, 'is not an AWS region');
  }
}
