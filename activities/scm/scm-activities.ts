import { Context } from '@temporalio/activity';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { DeliveryEffect } from '../../domain/scm/read-delivery.ts';
import type { ScmClient } from '../../clients/scm/scm-client.ts';
import { requestScan } from '../../commands/scm/request-scan.ts';
import { finishDelivery, getDelivery } from '../../db/scm/delivery-store.ts';
import {
  databaseTime,
  findByExternalId,
  findRepository,
  isScanRequestedSince,
  listSelected,
  recordRepositoryError,
} from '../../db/scm/repository-store.ts';
import {
  deleteScmConnectionRows,
  markScmSyncing,
  recordScmFault,
} from '../../db/scm/scm-connection-store.ts';
import type { ScmConnection } from '../../db/scm/scm-connection.ts';
import { connectionFault } from '../../domain/scm/connection-fault.ts';
import type { Dependencies } from '../dependencies.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import { publishPlanImpact } from './publish-plan-impact.ts';
import { scanRepositoryHead } from './scan-repository.ts';
import { syncPullRequest, syncPullRequests } from './sync-pull-requests.ts';
import { syncRepositories } from './sync-repositories.ts';
import { withScmClient } from './with-scm-client.ts';

const repositoriesPerPage = 20;
const pullRequestPages = 20;
/** Before every id. */
const firstPosition = '00000000-0000-0000-0000-000000000000';

/** Activities of source control. All are idempotent. */
export function createScmActivities(dependencies: Dependencies) {
  const { database } = dependencies;

  async function applyEffect(
    organizationId: string,
    client: ScmClient,
    connection: ScmConnection,
    effect: DeliveryEffect,
  ): Promise<void> {
    switch (effect.kind) {
      case 'push':
        await database.withTenant(organizationId, async (tenant) => {
          const repository = await findByExternalId(tenant, connection.id, effect.external_id);
          if (repository === undefined || repository.default_branch !== effect.branch) return;
          await requestScan(tenant, dependencies, repository);
        });
        return;
      case 'pull_request': {
        const repository = await database.withTenant(organizationId, (tenant) =>
          findByExternalId(tenant, connection.id, effect.external_id),
        );
        if (repository !== undefined)
          await syncPullRequest(dependencies, organizationId, client, repository, effect.number);
        return;
      }
      case 'repositories':
      case 'installation':
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

    /**
     * Syncs the pull requests of some repositories: at most 20 repositories and 20 pages of pull requests. Returns the
     * position of the next call, `null` after the last one. The pass over a repository goes on where it stopped.
     */
    syncScmPullRequests: (
      { organizationId, subjectId: connectionId }: RunInput,
      after: string | null,
    ): Promise<string | null> =>
      withHeartbeat(async () => {
        const selected = await database.withTenant(organizationId, (tenant) =>
          listSelected(tenant, connectionId),
        );
        const position = after ?? firstPosition;
        const waiting = selected.filter(({ id }) => id > position);
        let [last, pagesLeft] = [position, pullRequestPages];
        for (const repository of waiting.slice(0, repositoriesPerPage)) {
          const synced = await withScmClient(dependencies, { organizationId, connectionId }, (client) =>
            syncPullRequests(dependencies, organizationId, client, repository, pagesLeft),
          );
          // The connection was deleted.
          if (synced === undefined) return null;
          if (!synced.complete) return last;
          last = repository.id;
          pagesLeft -= synced.pages;
          if (pagesLeft <= 0) break;
        }
        return last === (waiting.at(-1)?.id ?? last) ? null : last;
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
          getDelivery(tenant, deliveryId),
        );
        const connectionId = delivery.scm_connection_id;
        const [first] = delivery.effects;
        if (first?.kind === 'installation' && (first.action === 'deleted' || first.action === 'suspend')) {
          const fault = connectionFault(
            'github',
            first.action === 'deleted' ? 'token_refused' : 'suspended',
            '',
          );
          if (fault !== undefined)
            await database.withTenant(organizationId, (tenant) =>
              recordScmFault(tenant, connectionId, fault),
            );
        } else {
          await withScmClient(dependencies, { organizationId, connectionId }, async (client, connection) => {
            for (const effect of delivery.effects)
              await applyEffect(organizationId, client, connection, effect);
          });
        }
        await database.withTenant(organizationId, (tenant) =>
          finishDelivery(tenant, deliveryId, 'succeeded'),
        );
      }),

    /** Marks the delivery `subjectId` as failed, so that a redelivery is processed. */
    failDelivery: ({ organizationId, subjectId }: RunInput): Promise<void> =>
      database.withTenant(organizationId, (tenant) => finishDelivery(tenant, subjectId, 'failed')),

    /** Publishes the report `subjectId` of a plan's impact. */
    publishPlanImpact: ({ organizationId, subjectId }: RunInput): Promise<void> =>
      withHeartbeat(() => publishPlanImpact(dependencies, organizationId, subjectId)),

    /** Deletes the connection `subjectId` and all its rows. */
    deleteScmRows: ({ organizationId, subjectId }: RunInput): Promise<void> =>
      withHeartbeat(() =>
        database.withTenant(organizationId, (tenant) => deleteScmConnectionRows(tenant, subjectId)),
      ),
  };
}
