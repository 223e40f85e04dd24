import type { Knex } from 'knex';
import * as initial from './0001-initial.ts';
import * as typedTrailKeys from './0002-typed-trail-keys.ts';
import * as eventScans from './0003-event-scans.ts';
import * as normalizedSearchTexts from './0005-normalized-search-texts.ts';
import * as evidence from './0006-evidence.ts';
import * as statesOutsideS3 from './0007-states-outside-s3.ts';
import * as drift from './0009-drift.ts';
import * as stackResources from './0010-stack-resources.ts';
import * as exceededLimits from './0011-exceeded-limits.ts';
import * as separateLocks from './0012-separate-locks.ts';
import * as failuresOfRelationships from './0013-failures-of-relationships.ts';
import * as deletedResources from './0014-deleted-resources.ts';
import * as completeEvidence from './0015-complete-evidence.ts';
import * as exposures from './0016-exposures.ts';
import * as accessPolicies from './0017-access-policies.ts';
import * as recordVersions from './0018-record-versions.ts';
import * as runsByTime from './0019-runs-by-time.ts';
import * as apiTokens from './0020-api-tokens.ts';
import * as events from './0021-events.ts';
import * as savedQueries from './0022-saved-queries.ts';
import * as workOfReleases from './0024-work-of-releases.ts';
import * as versionsOfSettings from './0025-versions-of-settings.ts';
import * as mcpCalls from './0027-mcp-calls.ts';
import * as commonProperties from './0028-common-properties.ts';
import * as auditEntryText from './0029-audit-entry-text.ts';
import * as secondFactors from './0030-second-factors.ts';
import * as eventsByAddress from './0031-events-by-address.ts';
import * as singleSignOn from './0033-single-sign-on.ts';
import * as customRoles from './0036-custom-roles.ts';
import * as scim from './0038-scim.ts';

/** The migrations by name, in their order. The table `schema_migrations` holds these names. */
const migrations: Readonly<Record<string, Knex.Migration>> = {
  '0001-initial': initial,
  '0002-typed-trail-keys': typedTrailKeys,
  '0003-event-scans': eventScans,
  '0005-normalized-search-texts': normalizedSearchTexts,
  '0006-evidence': evidence,
  '0007-states-outside-s3': statesOutsideS3,
  '0009-drift': drift,
  '0010-stack-resources': stackResources,
  '0011-exceeded-limits': exceededLimits,
  '0012-separate-locks': separateLocks,
  '0013-failures-of-relationships': failuresOfRelationships,
  '0014-deleted-resources': deletedResources,
  '0015-complete-evidence': completeEvidence,
  '0016-exposures': exposures,
  '0017-access-policies': accessPolicies,
  '0018-record-versions': recordVersions,
  '0019-runs-by-time': runsByTime,
  '0020-api-tokens': apiTokens,
  '0021-events': events,
  '0022-saved-queries': savedQueries,
  '0024-work-of-releases': workOfReleases,
  '0025-versions-of-settings': versionsOfSettings,
  '0027-mcp-calls': mcpCalls,
  '0028-common-properties': commonProperties,
  '0029-audit-entry-text': auditEntryText,
  '0030-second-factors': secondFactors,
  '0031-events-by-address': eventsByAddress,
  '0033-single-sign-on': singleSignOn,
  '0036-custom-roles': customRoles,
  '0038-scim': scim,
};

/** Gives knex the migrations of this folder. */
export const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: () => Promise.resolve(Object.keys(migrations)),
  getMigrationName: (name) => name,
  getMigration: (name) => Promise.resolve(migrations[name] as Knex.Migration),
};
