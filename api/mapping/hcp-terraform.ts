import { z } from 'zod';
import { ScmError } from '../../clients/scm/scm-error.ts';
import { requestAccountMatches } from '../../commands/mapping/request-account-matches.ts';
import { requestQueuedInference } from '../../commands/ownership/request-inference.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import {
  createHcpTerraformConnection,
  deleteHcpTerraformConnection,
  getHcpTerraformConnection,
  listHcpTerraformConnections,
  lockHcpTerraformConnection,
  maximumHcpConnections,
  updateHcpTerraformConnection,
} from '../../db/mapping/states/hcp-terraform-store.ts';
import type { HcpTerraformRecord } from '../../db/mapping/states/hcp-terraform-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { errors } from '../../domain/errors.ts';
import { defaultHcpHostname } from '../../domain/mapping/link-workspaces.ts';
import { hcpTerraformStatuses } from '../../domain/values.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { Deleted, id, iso, recordVersion, timestamp } from '../http/schemas.ts';
import { providerUnavailable } from '../scm/provider-errors.ts';
import type { Services } from '../services.ts';
import { cancelRunsOfDeleted } from './cancel-runs-of-deleted.ts';

const tag = 'State sources';

const HcpTerraform = z
  .object({
    id,
    hostname: z.string(),
    organization: z.string(),
    workspaces: z.array(z.string()).optional().describe('Globs of the names of workspaces; absent: all'),
    status: z.enum(hcpTerraformStatuses),
    last_error: z.string().optional().describe('`<code>: <sentence>`'),
    last_synced_at: timestamp.optional(),
    workspace_count: z.int().describe('State sources of the connection'),
    created_at: timestamp,
    version: recordVersion,
  })
  .meta({ id: 'HcpTerraform' });

const token = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  // It becomes a header.
  .regex(/^[\x21-\x7e]+$/, 'must be ASCII without spaces');
const workspaces = z
  .array(z.string().regex(/^[\w*?-]{1,200}$/, 'must be a glob of a name: letters, digits, _, -, * and ?'))
  .min(1)
  .max(100)
  .describe('Globs of the names of workspaces');

export const hcpTerraformOperations = [
  operation({
    id: 'listHcpTerraform',
    method: 'GET',
    path: '/state-sources/hcp-terraform',
    tag,
    summary: 'List connections with HCP Terraform',
    description: 'Lists the connections of the organization, ordered by id. Tokens are never returned.',
    access: 'state_sources:read',
    query: z.strictObject(pagingParameters),
    success: [200, listOf(HcpTerraform)],
    async handle(context) {
      const { request, envelope } = pager(context, 'hcp_terraform', context.query);
      const rows = await listHcpTerraformConnections(
        context.tenant,
        request.limit,
        request.after?.[0]?.toString(),
      );
      return envelope(
        cutPage(rows, request.limit, (row) => [row.id]),
        present,
      );
    },
  }),
  operation({
    id: 'createHcpTerraform',
    method: 'POST',
    path: '/state-sources/hcp-terraform',
    tag,
    summary: 'Connect an organization of HCP Terraform or Terraform Enterprise',
    description:
      'Calls HCP Terraform before it responds. The token needs to read workspaces and state versions; it is never returned. Each ' +
      `workspace becomes a state source. An organization has at most ${maximumHcpConnections} connections.`,
    access: 'state_sources:manage',
    audit: 'hcp_terraform.created',
    transaction: false,
    body: z.strictObject({
      hostname: z.string().max(300).optional().describe(`Default: ${defaultHcpHostname}`),
      organization: z.string().regex(/^[\w-]{1,100}$/, 'must be the name of an organization'),
      token,
      workspaces: workspaces.optional(),
    }),
    success: [201, HcpTerraform],
    location: '/state-sources/hcp-terraform/{id}',
    errors: ['conflict', 'provider_unavailable'],
    async handle({ body, principal, services, record }) {
      const hostname = services.hcpTerraform.parseHostname(body.hostname ?? defaultHcpHostname);
      if (hostname === undefined)
        throw errors.validationFailed('hostname', 'must be a public host name, or in HCP_ALLOWED_NETWORKS');
      const { organization } = body;
      await checkToken(services, { hostname, organization, token: body.token });
      return services.database.withTenant(principal.organizationId, async (tenant) => {
        const { id: connectionId } = await createHcpTerraformConnection(tenant, services.encryption, {
          hostname,
          organization,
          token: body.token,
          workspaces: body.workspaces,
        });
        const connection = await requestSync(tenant, services, connectionId);
        await record(tenant, { type: 'hcp_terraform', id: connectionId, name: nameOf(connection) });
        return present(connection);
      });
    },
  }),
  operation({
    id: 'getHcpTerraform',
    method: 'GET',
    path: '/state-sources/hcp-terraform/{id}',
    tag,
    summary: 'Get a connection with HCP Terraform',
    description: 'Returns the connection with the outcome of its last sync. The token is never returned.',
    access: 'state_sources:read',
    success: [200, HcpTerraform],
    async handle({ params, tenant }) {
      return present(await getHcpTerraformConnection(tenant, params.id));
    },
  }),
  operation({
    id: 'updateHcpTerraform',
    method: 'PATCH',
    path: '/state-sources/hcp-terraform/{id}',
    tag,
    summary: 'Replace the token or the workspaces of a connection with HCP Terraform',
    description:
      'A new token is checked with HCP Terraform. Sources of workspaces that the globs exclude are deleted.',
    access: 'state_sources:manage',
    audit: 'hcp_terraform.updated',
    versioned: 'hcp_terraform_connections',
    transaction: false,
    body: z.strictObject({ token: token.optional(), workspaces: workspaces.nullable().optional() }),
    success: [200, HcpTerraform],
    errors: ['provider_unavailable'],
    async handle({ body, params, principal, services, checkIfMatch, record }) {
      const { database, encryption } = services;
      const before = await database.withTenant(principal.organizationId, (tenant) =>
        getHcpTerraformConnection(tenant, params.id),
      );
      const { hostname, organizationName: organization } = before;
      if (body.token !== undefined) await checkToken(services, { hostname, organization, token: body.token });
      if (Object.keys(body).length === 0) return present(before);
      return database.withTenant(principal.organizationId, async (tenant) => {
        await lockHcpTerraformConnection(tenant, params.id);
        await checkIfMatch(tenant);
        await updateHcpTerraformConnection(tenant, encryption, params.id, body);
        const connection = await requestSync(tenant, services, params.id);
        const details = { changed: Object.keys(body) };
        await record(tenant, { type: 'hcp_terraform', id: params.id, name: nameOf(connection), details });
        return present(connection);
      });
    },
  }),
  operation({
    id: 'deleteHcpTerraform',
    method: 'DELETE',
    path: '/state-sources/hcp-terraform/{id}',
    tag,
    summary: 'Delete a connection with HCP Terraform',
    description: 'Deletes its token, its state sources and their entries, and cancels their syncs.',
    access: 'state_sources:manage',
    audit: 'hcp_terraform.deleted',
    success: [200, Deleted],
    async handle({ params, tenant, services, audit }) {
      const connection = await lockHcpTerraformConnection(tenant, params.id);
      const { sourceIds, accounts } = await deleteHcpTerraformConnection(tenant, connection.id);
      await cancelRunsOfDeleted(tenant, services, [connection.id], 'sync_hcp_terraform');
      await cancelRunsOfDeleted(tenant, services, sourceIds, 'sync_state_source');
      await requestAccountMatches(tenant, services, accounts);
      await requestQueuedInference(tenant, services);
      audit({ type: 'hcp_terraform', id: connection.id, name: nameOf(connection) });
      return { id: connection.id, deleted: true };
    },
  }),
];

function present(connection: HcpTerraformRecord): z.input<typeof HcpTerraform> {
  return {
    id: connection.id,
    hostname: connection.hostname,
    organization: connection.organizationName,
    workspaces: connection.workspaces,
    status: connection.status,
    last_error: connection.lastError,
    last_synced_at: iso(connection.lastSyncedAt),
    workspace_count: connection.workspaceCount,
    created_at: iso(connection.createdAt),
    version: connection.version,
  };
}

/** Starts a sync of a connection, which is due now also when one is active. Returns the connection. */
async function requestSync(tenant: Tenant, services: Services, connectionId: string) {
  const connection = await getHcpTerraformConnection(tenant, connectionId);
  await launchRun(tenant, services, {
    kind: 'sync_hcp_terraform',
    subjectId: connectionId,
    description: nameOf(connection),
  });
  return connection;
}

/** @throws CatalogueError `validation_failed` for a refused token, `provider_unavailable`. */
async function checkToken(
  { hcpTerraform }: Services,
  access: Parameters<Services['hcpTerraform']['open']>[0],
): Promise<void> {
  try {
    await hcpTerraform.open(access).checkOrganization();
  } catch (error) {
    if (!(error instanceof ScmError)) throw error;
    if (error.fault === 'token_refused' || error.fault === 'forbidden')
      throw errors.validationFailed('token', 'was refused by HCP Terraform');
    if (error.fault === 'not_found')
      throw errors.validationFailed('organization', 'does not exist, or the token cannot access it');
    if (error.fault === 'unsafe_address')
      throw errors.validationFailed('hostname', 'must be a public host name, or in HCP_ALLOWED_NETWORKS');
    throw providerUnavailable(error, 'HCP Terraform');
  }
}

function nameOf({
  hostname,
  organizationName,
}: Pick<HcpTerraformRecord, 'hostname' | 'organizationName'>): string {
  return `${hostname}/${organizationName}`;
}
