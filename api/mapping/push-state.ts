import { requestStateSync } from '../../commands/mapping/request-state-sync.ts';
import { toEntryAttributes } from '../../commands/mapping/to-entry-attributes.ts';
import { toStoredEntries } from '../../commands/mapping/to-stored-entry.ts';
import { findAccountIds } from '../../db/connections/account-store.ts';
import { providerBlocksOf } from '../../db/mapping/projects/provider-blocks.ts';
import {
  findPushedProject,
  findPushedSource,
  storePush,
} from '../../db/mapping/states/pushed-source-store.ts';
import { getStateSource } from '../../db/mapping/states/state-source-read-model.ts';
import type { Tenant } from '../../db/tenant.ts';
import { errors } from '../../domain/errors.ts';
import { locateEntries } from '../../domain/mapping/locate-entries.ts';
import { malformedAddressesText } from '../../domain/mapping/malformed-addresses-text.ts';
import { stateRulesVersion } from '../../domain/mapping/state-rules-version.ts';
import { operation } from '../http/operation.ts';
import { disconnectSignal } from '../http/request/client-disconnected.ts';
import { id } from '../http/schemas.ts';
import { receiveState } from './receive-state.ts';
import { presentStateSource, StateSource } from './state-sources.ts';
import { stateEnvelope, stateQuery } from './state-push-schemas.ts';
import type { PushReport } from './state-push-schemas.ts';

const PushedStateSource = StateSource.extend({
  run_id: id.optional().describe('The run that matches the entries; absent when the push changed none'),
}).meta({ id: 'PushedStateSource' });

export const pushStateOperation = operation({
  id: 'pushState',
  method: 'POST',
  path: '/ingest/states',
  tag: 'Ingest',
  summary: 'Push a Terraform state',
  description:
    'The body is the output of `terraform state pull` when the query has `repository` or `name`, else an envelope with the ' +
    'state in `state`. At most STATE_MAX_MB, also when it is inflated: `Content-Encoding: gzip` is accepted. The state itself is ' +
    'not stored. A state with the serial of the stored one is 200 when it is the same, and moves the time of success; a lower ' +
    'serial of the same lineage is 200 and changes nothing. An organization has at most 10,000 pushed states.',
  access: 'ingest',
  audit: 'state.pushed',
  query: stateQuery,
  body: stateEnvelope,
  bodyKind: 'raw',
  transaction: false,
  receive: receiveState,
  success: [201, PushedStateSource],
  location: '/state-sources/{id}',
  otherStatus: 200,
  errors: ['rate_limited', 'conflict'],
  async handle({ body: { report, pushed }, principal, services, response, respondWith, skipAudit, record }) {
    const { identity } = report;
    const { state, hash } = pushed;
    const { organizationId } = principal;
    const { database } = services;
    const { accountIds, blocks } = await database.withTenant(organizationId, async (tenant) => ({
      accountIds: await accountIdsOf(tenant, report),
      blocks: await blocksOf(tenant, report),
    }));
    const signal = disconnectSignal(response);
    const located = locateEntries(state.entries, blocks ?? new Map());
    const entries = await toStoredEntries(located, signal);
    const hmacKey = await services.secretHashKeys(organizationId);
    const compared = await toEntryAttributes(located, hmacKey, blocks, signal);
    return database.withTenant(organizationId, async (tenant) => {
      const { sourceId, outcome, needsMatch } = await storePush(tenant, {
        identity,
        accountIds,
        state: {
          etag: hash,
          sizeBytes: pushed.bytes,
          serial: state.serial,
          lineage: state.lineage,
          formatVersion: state.version,
          terraformVersion: state.terraformVersion,
          rulesVersion: stateRulesVersion,
          withoutAws: state.withoutAws,
          remark: malformedAddressesText(state.malformedAddresses),
        },
        entries,
        compared,
      });
      respondWith(outcome === 'stored' ? 201 : 200);
      const source = await getStateSource(tenant, sourceId);
      const run = needsMatch
        ? await requestStateSync(tenant, services.backgroundLauncher, source)
        : undefined;
      if (outcome !== 'stored') skipAudit();
      await record(tenant, { type: 'state_source', id: sourceId, name: source.name ?? null });
      return { ...presentStateSource(await getStateSource(tenant, sourceId)), run_id: run?.run_id };
    });
  },
});

/** @throws CatalogueError `validation_failed` for an account that does not exist. */
async function accountIdsOf(
  tenant: Tenant,
  { accounts }: PushReport,
): Promise<readonly string[] | undefined> {
  if (accounts === undefined) return undefined;
  const found = await findAccountIds(tenant, accounts);
  const missing = accounts.find((account) => !found.has(account.toLowerCase()));
  if (missing !== undefined) throw errors.validationFailed('aws_account_ids', `${missing} does not exist`);
  return [...new Set(found.values())];
}

/** The provider configurations of the project that a push names, or that a user chose for its source. */
async function blocksOf(tenant: Tenant, { identity }: PushReport) {
  const source = await findPushedSource(tenant, identity);
  const projectId = source?.patchedFields.includes('iac_project_id')
    ? source.iacProjectId
    : await findPushedProject(tenant, identity);
  return projectId === undefined ? undefined : providerBlocksOf(tenant, projectId);
}
