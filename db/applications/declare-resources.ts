import { recordOwnershipEvent } from '../ownership/issues/event-store.ts';
import { refreshApplicationIssues } from '../ownership/issues/issue-store.ts';
import type { Tenant } from '../tenant.ts';
import type { Application } from './application.ts';
import { getApplication, lockOpenApplication } from './application-store.ts';
import { declareMemberships } from './membership-store.ts';
import type { Declaration } from './membership-store.ts';

/** Maximum number of resources in the evidence of an event. */
const namedResources = 20;

/**
 * Declares that resources belong to an application. A change also writes one ownership event and updates the issues of the
 * application. The memberships are locked before the application, as in an inference run.
 * @throws CatalogueError `not_found`, `conflict` when the application is archived, and `validation_failed` when a resource
 * does not exist.
 */
export async function declareResources(
  tenant: Tenant,
  applicationId: string,
  resourceIds: readonly string[],
  actorId: string,
): Promise<Declaration & { readonly application: Application }> {
  const application = await getApplication(tenant, applicationId);
  const declaration = await declareMemberships(tenant, application.id, resourceIds);
  await lockOpenApplication(tenant, application.id);
  const { changed } = declaration;
  if (changed.length === 0) return { ...declaration, application };
  await recordOwnershipEvent(tenant, {
    kind: 'assigned',
    target: { type: 'application', id: application.id, name: application.name },
    actorId,
    source: 'declared',
    evidence: changed
      .slice(0, namedResources)
      .map(({ id, name }) => ({ kind: 'declared', reference: { entity_type: 'resource', id, name } })),
  });
  await refreshApplicationIssues(tenant, [application.id]);
  return { ...declaration, application };
}
