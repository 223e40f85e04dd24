import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { createGitlabConnection as store } from '../../db/scm/scm-connection-store.ts';
import { ScmError } from '../../clients/scm/scm-error.ts';
import type { ScmClients } from '../../clients/scm/scm-clients.ts';
import { operation } from '../http/operation.ts';
import { ScmConnection, presentScmConnection, tag } from './schemas.ts';

const defaultBaseUrl = 'https://gitlab.com';
const webhookSecretBytes = 32;

export const accessToken = z.string().trim().min(1).max(1000);

export const createGitlabConnection = operation({
  id: 'createGitlabConnection',
  method: 'POST',
  path: '/scm/gitlab/connections',
  tag,
  summary: 'Connect a GitLab group',
  description:
    'Calls GitLab before it responds. The webhook secret is returned once: add a group webhook with the URL and the ' +
    'secret, for push and merge request events. The access token needs the scope `read_api`, and `api` for grants.',
  access: 'scm:manage',
  audit: 'scm_connection.created',
  transaction: false,
  body: z.strictObject({
    base_url: z.string().max(2000).optional(),
    group_path: z.string().trim().min(1).max(500),
    access_token: accessToken,
  }),
  success: [
    201,
    z.object({ connection: ScmConnection, webhook_url: z.string(), webhook_secret: z.string() }),
  ],
  errors: ['unsafe_base_url', 'connection_exists', 'provider_unavailable'],
  async handle({ body, principal, services, record }) {
    const baseUrl = services.scm.parseBaseUrl(body.base_url ?? defaultBaseUrl);
    if (baseUrl === undefined) throw errors.unsafeBaseUrl();
    const checked = await checkGitlab(services.scm, {
      baseUrl,
      accessToken: body.access_token,
      group: body.group_path.replace(/^\/+/, '').replace(/\/$/, ''),
    });
    const webhookSecret = `whsec_${randomBytes(webhookSecretBytes).toString('base64')}`;
    return services.database.withTenant(principal.organizationId, async (tenant) => {
      const connection = await store(tenant, services.encryption, {
        baseUrl,
        ...checked,
        accessToken: body.access_token,
        webhookSecret,
      });
      await record(tenant, {
        type: 'scm_connection',
        id: connection.id,
        name: connection.external_org_slug,
      });
      return {
        connection: presentScmConnection(connection, false),
        webhook_url: `${services.configuration.publicUrl}/api/v1/webhooks/gitlab?connection=${connection.id}`,
        webhook_secret: webhookSecret,
      };
    });
  },
});

interface CheckedGitlab {
  readonly groupId: string;
  readonly groupPath: string;
  readonly tokenExpiresAt: Date | undefined;
  readonly scopes: readonly string[];
}

/**
 * Reads the token and the group.
 * @throws CatalogueError `validation_failed` for a token that GitLab rejects or an unknown group, `unsafe_base_url`,
 *   `provider_unavailable`.
 */
export async function checkGitlab(
  scm: ScmClients,
  credentials: { readonly baseUrl: string; readonly accessToken: string; readonly group: string },
): Promise<CheckedGitlab> {
  try {
    const client = scm.gitlab({ provider: 'gitlab', ...credentials });
    const token = await client.describeToken();
    if (!token.scopes.some((scope) => scope === 'read_api' || scope === 'api'))
      throw errors.validationFailed('access_token', 'needs the scope read_api');
    const group = await client.getGroup(credentials.group);
    return {
      groupId: group.id,
      groupPath: group.fullPath,
      tokenExpiresAt: token.expiresAt,
      scopes: token.scopes,
    };
  } catch (error) {
    throw error instanceof ScmError ? toCatalogueError(error) : error;
  }
}

function toCatalogueError(error: ScmError): Error {
  switch (error.fault) {
    case 'token_refused':
      return errors.validationFailed('access_token', 'is rejected by GitLab');
    case 'forbidden':
      return errors.validationFailed('access_token', 'lacks the scope read_api or a role in the group');
    case 'not_found':
      return errors.validationFailed('group_path', 'does not exist, or the token cannot access it');
    case 'unsafe_address':
      return errors.unsafeBaseUrl();
    default:
      return errors.providerUnavailable('GitLab cannot be reached.', error);
  }
}
