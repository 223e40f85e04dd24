import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { createGitlabConnection as store } from '../../db/scm/scm-connection-store.ts';
import { operation } from '../http/operation.ts';
import { checkGitlab } from './check-gitlab.ts';
import { ScmConnection, presentScmConnection, tag } from './schemas.ts';

const defaultBaseUrl = 'https://gitlab.com';
const webhookSecretBytes = 32;
const groupNotFound = () =>
  errors.validationFailed('group_path', 'does not exist, or the token cannot access it');

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
    const group = body.group_path.replaceAll(/^\/+|(?<!\/)\/+$/g, '');
    // A URL has no such segments: the request would read another record.
    if (group === '' || group.split('/').some((segment) => segment === '.' || segment === '..'))
      throw errors.validationFailed('group_path', 'must be the full path of a group');
    const checked = await checkGitlab(
      services.scm,
      { baseUrl, accessToken: body.access_token, group },
      groupNotFound,
    );
    const webhookSecret = `whsec_${randomBytes(webhookSecretBytes).toString('base64')}`;
    return services.database.withTenant(principal.organizationId, async (tenant) => {
      const connection = await store(tenant, services.encryption, {
        baseUrl,
        ...checked,
        accessToken: body.access_token,
        webhookSecret,
      });
      await record(tenant, { type: 'scm_connection', id: connection.id, name: connection.externalOrgSlug });
      return {
        connection: presentScmConnection(connection, false),
        webhook_url: `${services.configuration.publicUrl}/api/v1/webhooks/gitlab?connection=${connection.id}`,
        webhook_secret: webhookSecret,
      };
    });
  },
});
