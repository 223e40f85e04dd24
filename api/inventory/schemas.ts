import { cloudformationId } from '../../domain/discovery/declaration/cloudformation-id.ts';
import { z } from 'zod';
import {
  driftOutcomes,
  environmentSources,
  exposureStates,
  managementStates,
  membershipStatuses,
  ownerSources,
  resourceStatuses,
  unreadableReasons,
} from '../../domain/values.ts';
import { facetNames } from '../../domain/inventory/resource-filter.ts';
import type { ResourceRow } from '../../db/inventory/search/resource-row.ts';
import type { OwnershipOfResource } from '../../db/ownership/owners/list-ownership.ts';
import { accountFields, presentAccount } from '../connections/account-parameters.ts';
import { confidence, freeForm, id, iso, timestamp } from '../http/schemas.ts';

/** The owner of a shared resource: the 12 digits of its account, and the ARN of the resource there. */
export const SharedFrom = z.object({ account_id: z.string(), arn: z.string().optional() });

export const DiscoveredResource = z
  .object({
    id,
    ...accountFields,
    region: z.string(),
    resource_type: z.string(),
    native_id: z.string(),
    cloudformation_id: z
      .string()
      .optional()
      .describe('Primary identifier in CloudFormation and Cloud Control; present if it is not `native_id`'),
    arn: z.string().optional(),
    name: z.string().optional(),
    tags: z.record(z.string(), z.string()),
    configuration: freeForm
      .optional()
      .describe('As the AWS API returns it, with secrets redacted; absent with `fields=summary`'),
    config_hash: z.string().optional(),
    status: z.enum(resourceStatuses),
    management_state: z.enum(managementStates).optional(),
    drift: z.enum(driftOutcomes).optional().describe('Outcome of the last comparison with its state'),
    exposure: z
      .enum(exposureStates)
      .optional()
      .describe(
        'Whether the resource can be reached from outside, or a control stops it. Absent: no way is known; that is no ' +
          'statement about parts of the inventory that were not read',
      ),
    unreadable: z
      .array(
        z.object({
          part: z.string().meta({ examples: ['Policy', 'tags', 'DescribeKey'] }),
          reason: z.enum(unreadableReasons),
          action: z.string().optional().describe('IAM action of the denied call'),
        }),
      )
      .optional()
      .describe(
        'Parts that the last scan could not read. They have the values of an earlier scan, if there are any',
      ),
    created_at_source: timestamp.optional().describe('Time of creation that AWS returns'),
    shared_from: SharedFrom.optional().describe(
      'Owner of a shared resource; present while the resource is stored in an account that uses it',
    ),
    first_discovered_at: timestamp,
    last_seen_at: timestamp.optional(),
    last_changed_at: timestamp,
    deleted_at: timestamp.optional(),
    ownership: z
      .object({
        owners: z.array(
          z.object({
            team_id: id.optional(),
            team_name: z.string().optional(),
            user_id: id.optional(),
            user_name: z.string().optional(),
            source: z.enum(ownerSources),
            confidence,
          }),
        ),
        applications: z.array(
          z.object({
            application_id: id,
            application_name: z.string(),
            status: z.enum(membershipStatuses),
            confidence,
          }),
        ),
        environment: z.object({ id, name: z.string(), source: z.enum(environmentSources) }).optional(),
      })
      .optional()
      .describe('Present with `include=ownership`. `GET /resources/{id}/ownership` has the evidence'),
    columns: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'Values by the names of `columns`; present with `columns`. A column without a value is left out',
      ),
  })
  .meta({ id: 'DiscoveredResource' });

export function presentResource(row: ResourceRow) {
  return {
    id: row.id,
    ...presentAccount(row),
    region: row.region,
    resource_type: row.resourceType,
    native_id: row.nativeId,
    cloudformation_id: cloudformationId(row),
    arn: row.arn,
    name: row.name,
    tags: row.tags ?? {},
    configuration: row.configuration ?? {},
    config_hash: row.configHash,
    status: row.status,
    management_state: row.managementState,
    drift: row.drift,
    exposure: row.exposure,
    unreadable: row.unreadable?.map(({ part, reason, action }) => ({ part, reason, action })),
    created_at_source: iso(row.createdAtSource),
    shared_from:
      row.ownerAccountNumber === undefined ? undefined : { account_id: row.ownerAccountNumber, arn: row.arn },
    first_discovered_at: iso(row.firstDiscoveredAt),
    last_seen_at: iso(row.lastSeenAt),
    last_changed_at: iso(row.lastChangedAt),
    deleted_at: iso(row.deletedAt),
  };
}

export function presentOwnership(ownership: OwnershipOfResource | undefined) {
  const { environmentId, environmentName, environmentSource } = ownership ?? {};
  return {
    owners: (ownership?.owners ?? []).map(({ teamId, userId, name, source, confidence }) => ({
      ...(teamId === null ? {} : { team_id: teamId, team_name: name }),
      ...(userId === null ? {} : { user_id: userId, user_name: name }),
      source,
      confidence,
    })),
    applications: (ownership?.applications ?? []).map(({ id, name, status, confidence }) => ({
      application_id: id,
      application_name: name,
      status,
      confidence,
    })),
    ...(environmentId === undefined || environmentName === undefined || environmentSource === undefined
      ? {}
      : { environment: { id: environmentId, name: environmentName, source: environmentSource } }),
  };
}

export const FacetList = z.array(z.object({ value: z.string(), count: z.int() }));
export const Facets = z
  .object(
    Object.fromEntries(facetNames.map((name) => [name, FacetList])) as Record<
      (typeof facetNames)[number],
      typeof FacetList
    >,
  )
  .meta({ id: 'Facets' });

export const Freshness = z
  .object({
    oldest_successful_scan_at: timestamp.optional(),
    stale_accounts: z.array(
      z.object({
        aws_account_id: id,
        account_id: z.string(),
        name: z.string().optional(),
        scan_interval_minutes: z.int(),
        last_successful_scan_at: timestamp.optional(),
      }),
    ),
  })
  .meta({ id: 'Freshness' });
