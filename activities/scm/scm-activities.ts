import { Context } from '@temporalio/activity';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { DeliveryEffect } from '../../domain/scm/read-delivery.ts';
import type { ScmConnectionClient } from '../../clients/scm/scm-client.ts';
import { requestScan } from '../../commands/scm/request-scan.ts';
import { findDelivery, finishDelivery } from '../../db/scm/delivery-store.ts';
import {
  databaseTime,
  findByExternalId,
  findRepository,
  isScanRequestedSince,
  listSelected,
  recordRepositoryError,
} from '../../db/scm/repository-store.ts';
import { deleteScmConnectionRows, markScmSyncing } from '../../db/scm/scm-connection-store.ts';
import type { ScmConnection } from '../../db/scm/scm-connection.ts';
import type { Dependencies } from '../dependencies.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import { refreshInstallation } from './refresh-installation.ts';
import { scanRepositoryHead } from './scan-repository.ts';
import { skipNotFound } from './skip-not-found.ts';
import { syncPullRequest, syncPullRequests } from './sync-pull-requests.ts';
import { syncRepositories } from './sync-repositories.ts';
import { withScmClient } from './with-scm-client.ts';

const repositoriesPerPage = 20;

/** Activities of source control. All are idempotent. */
export function createScmActivities(dependencies: Dependencies) {
  const { database } = dependencies;

  async function applyPush(
    organizationId: string,
    client: ScmConnectionClient,
    connection: ScmConnection,
    { external_id: externalId, branch }: Extract<DeliveryEffect, { kind: 'push' }>,
  ): Promise<void> {
    const repository = await database.withTenant(organizationId, async (tenant) => {
      const found = await findByExternalId(tenant, connection.id, externalId);
      if (found?.default_branch === branch) await requestScan(tenant, dependencies, found);
      return found;
    });
    // The first push to an empty repository creates its default branch.
    if (repository?.default_branch === null)
      await syncRepositories(dependencies, organizationId, client, connection);
  }

  async function applyEffect(
    organizationId: string,
    client: ScmConnectionClient,
    connection: ScmConnection,
    effect: DeliveryEffect,
  ): Promise<void> {
    switch (effect.kind) {
      case 'push':
        await applyPush(organizationId, client, connection, effect);
        return;
      case 'pull_request': {
        const repository = await database.withTenant(organizationId, (tenant) =>
          findByExternalId(tenant, connection.id, effect.external_id),
        );
        if (repository !== undefined)
          await skipNotFound(() =>
            syncPullRequest(dependencies, organizationId, client, repository, effect.number),
          );
        return;
      }
      case 'installation':
        if (!(await refreshInstallation(dependencies, organizationId, connection))) return;
        await syncRepositories(dependencies, organizationId, client, connection);
        return;
      case 'repositories':
        await syncRepositories(dependencies, organizationId, client, connection);
    }
  }

  return {
    /** Reads the repositories of the connection `subjectId` and starts scans of those with new commits. */
    syncScmRepositories: ({ organizationId, subjectId: connectionId }: RunInput): Promise<void> =>
      withHeartbeat(async () => {
        await database.withTenant(organizationId, (tenant) => markScmSyncing(tenant, connectionId));
        await withScmClient(dependencies, { organizationId, connectionId }, (client, connection) =>
          syncRepositories(dependencies, organizationId, client, connection),
        );
      }),

    /** Syncs the pull requests of a page of repositories. Returns the last one's id, `null` after the last page. */
    syncScmPullRequests: (
      { organizationId, subjectId: connectionId }: RunInput,
      after: string | null,
    ): Promise<string | null> =>
      withHeartbeat(async () => {
        const selected = await database.withTenant(organizationId, (tenant) =>
          listSelected(tenant, connectionId),
        );
        const page = selected.filter(({ id }) => after === null || id > after).slice(0, repositoriesPerPage);
        for (const repository of page) {
          await withScmClient(dependencies, { organizationId, connectionId }, (client) =>
            skipNotFound(() => syncPullRequests(dependencies, organizationId, client, repository)),
          );
        }
        return page.length < repositoriesPerPage ? null : (page.at(-1)?.id ?? null);
      }),

    /** Scans the repository `subjectId`. Returns whether another scan was requested while this one ran. */
    scanRepositoryHead: ({ organizationId, subjectId: repositoryId }: RunInput): Promise<boolean> =>
      withHeartbeat(async () => {
        const begin = await database.withTenant(organizationId, async (tenant) => ({
          time: await databaseTime(tenant),
          repository: await findRepository(tenant, repositoryId),
        }));
        const { repository } = begin;
        if (repository === undefined || repository.status === 'removed') return false;
        const connectionId = repository.scm_connection_id;
        await withScmClient(dependencies, { organizationId, connectionId }, (client) =>
          scanRepositoryHead(
            dependencies,
            organizationId,
            client,
            repository,
            Context.current().cancellationSignal,
          ),
        );
        return database.withTenant(organizationId, (tenant) =>
          isScanRequestedSince(tenant, repositoryId, begin.time),
        );
      }),

    /** Stores why the scan of the repository `subjectId` failed. */
    failRepositoryScan: ({ organizationId, subjectId }: RunInput, message: string): Promise<void> =>
      database.withTenant(organizationId, (tenant) => recordRepositoryError(tenant, subjectId, message)),

    /** Applies the effects of the delivery `subjectId`. */
    applyDelivery: ({ organizationId, subjectId: deliveryId }: RunInput): Promise<void> =>
      withHeartbeat(async () => {
        const delivery = await database.withTenant(organizationId, (tenant) =>
          findDelivery(tenant, deliveryId),
        );
        // Its connection was deleted.
        if (delivery === undefined) return;
        const connectionId = delivery.scm_connection_id;
        await withScmClient(dependencies, { organizationId, connectionId }, async (client, connection) => {
          for (const effect of delivery.effects)
            await applyEffect(organizationId, client, connection, effect);
        });
        await database.withTenant(organizationId, (tenant) =>
          finishDelivery(tenant, deliveryId, 'succeeded'),
        );
      }),

    /** Marks the delivery `subjectId` as failed, so that a redelivery is processed. */
    failDelivery: ({ organizationId, subjectId }: RunInput): Promise<void> =>
      database.withTenant(organizationId, (tenant) => finishDelivery(tenant, subjectId, 'failed')),

    /** Deletes the connection `subjectId` and all its rows. */
    deleteScmRows: ({ organizationId, subjectId }: RunInput): Promise<void> =>
      withHeartbeat(() =>
        database.withTenant(organizationId, (tenant) => deleteScmConnectionRows(tenant, subjectId)),
      ),
  };
}
