import { z } from 'zod';
import { effectiveGrants, missingPermissions } from '../../domain/scm/grant-permissions.ts';
import { errors } from '../../domain/errors.ts';
import { automationGrants } from '../../domain/values.ts';
import type { AutomationGrant } from '../../domain/values.ts';
import { ScmError } from '../../clients/scm/scm-error.ts';
import { lockRepository, setAutomationGrants as storeGrants } from '../../db/scm/repository-store.ts';
import { credentialsOf } from '../../db/scm/scm-credentials.ts';
import { getScmConnection, updateGrantedPermissions } from '../../db/scm/scm-connection-store.ts';
import { operation } from '../http/operation.ts';
import type { Services } from '../services.ts';
import { fromProvider } from './provider-errors.ts';
import { repositoriesTag as tag } from './schemas.ts';

const Grant = z.enum(automationGrants);
const Grants = z.array(Grant);

export const setAutomationGrants = operation({
  id: 'setAutomationGrants',
  method: 'PUT',
  path: '/repositories/{id}/automation-grants',
  tag,
  summary: 'Set the automation grants of a repository',
  description:
    'Without a grant, nothing is written to the repository. Reads the permissions of the GitHub App or the access token ' +
    'from the provider: `effective` lists the grants that they allow. Other grants are stored, and ' +
    '`missing_permissions` lists the permissions that they need.',
  access: 'repositories:manage',
  audit: 'repository.grants_set',
  transaction: false,
  body: z.strictObject({ grants: Grants.max(automationGrants.length) }),
  success: [
    200,
    z.object({
      grants: Grants,
      effective: Grants,
      missing_permissions: z.array(z.object({ grant: Grant, permission: z.string() })),
    }),
  ],
  errors: ['conflict', 'provider_unavailable'],
  async handle({ body, params, principal, services, record }) {
    const { organizationId } = principal;
    const grants = [...new Set(body.grants)].toSorted();
    const checked = await readPermissions(services, organizationId, params.id, grants);
    return services.database.withTenant(organizationId, async (tenant) => {
      const repository = await lockRepository(tenant, params.id);
      await storeGrants(tenant, repository.id, grants);
      const connectionId = repository.scmConnectionId;
      if (checked !== undefined) await updateGrantedPermissions(tenant, connectionId, checked);
      const { provider, grantedPermissions: granted } = await getScmConnection(tenant, connectionId);
      await record(tenant, {
        type: 'repository',
        id: repository.id,
        name: repository.fullName,
        details: { grants },
      });
      return {
        grants,
        effective: effectiveGrants(provider, granted, grants),
        missing_permissions: missingPermissions(provider, granted, grants),
      };
    });
  },
});

/**
 * Returns the permissions that the provider confirms. Withdrawing grants must always be possible: then a failure of the
 * provider is ignored, and the result is `undefined`.
 * @throws CatalogueError `not_found`, `provider_unavailable`; `conflict` for a repository that is not selected.
 */
async function readPermissions(
  { database, encryption, scm }: Services,
  organizationId: string,
  repositoryId: string,
  grants: readonly AutomationGrant[],
): Promise<Readonly<Record<string, string>> | undefined> {
  const { credentials, repository } = await database.withTenant(organizationId, async (tenant) => {
    const found = await lockRepository(tenant, repositoryId);
    const connection = await getScmConnection(tenant, found.scmConnectionId);
    return { repository: found, credentials: await credentialsOf(tenant, encryption, connection) };
  });
  const adds = grants.some((grant) => !repository.automationGrants.includes(grant));
  if (adds && repository.status === 'removed') throw errors.conflict('The repository is not selected.');
  if (adds) return fromProvider(() => scm.readPermissions(credentials));
  try {
    return await scm.readPermissions(credentials);
  } catch (error) {
    if (error instanceof ScmError) return undefined;
    throw error;
  }
}
