import { ApplicationFailure, Context } from '@temporalio/activity';
import { scmActivitiesOfOrganization } from '../../domain/runs/activity-slots.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { DeliveryEffect } from '../../domain/scm/read-delivery.ts';
import type { ScmClient } from '../../clients/scm/scm-client.ts';
import { requestScan } from '../../commands/scm/request-scan.ts';
import { requestSync } from '../../commands/scm/request-sync.ts';
import { findDelivery, finishDelivery } from '../../db/scm/delivery-store.ts';
import { findByExternalId, listSelected } from '../../db/scm/repository-store.ts';
import {
  beginRepositoryScan,
  findRequestedRepository,
  recordRepositoryError,
} from '../../db/scm/repository-scan-store.ts';
import { recordScmSync } from '../../db/scm/scm-connection-state.ts';
import type { ScmConnection } from '../../db/scm/scm-connection.ts';
import type { Dependencies } from '../dependencies.ts';
import { limitAttempts } from '../limit-attempts.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import { createOrganizationShares } from './organization-share.ts';
import { deleteScmConnection } from './delete-scm-connection.ts';
import { publishPlanImpact } from './publish-plan-impact.ts';
import { readAccount } from './read-account.ts';
import { locateChangedProjects } from '../mapping/locate-changed-projects.ts';
import { scanRepositoryHead } from './scan-repository.ts';
import { skipNotFound } from './skip-not-found.ts';
import { syncHeads } from './sync-heads.ts';
import { syncPullRequest } from './sync-pull-requests.ts';
import { syncRepositoryPullRequests } from './sync-repository-pull-requests.ts';
import { syncRepositories } from './sync-repositories.ts';
import { withScmClient } from './with-scm-client.ts';

const repositoriesPerPage = 20;
const pullRequestPages = 20;
/** Before every id. */
const firstPosition = '00000000-0000-0000-0000-000000000000';

/** Activities of source control. All are idempotent. */
export function createScmActivities(dependencies: Dependencies) {
  const { database } = dependencies;

  async function applyPush(
    organizationId: string,
    connection: ScmConnection,
    { external_id: externalId, branch }: Extract<DeliveryEffect, { kind: 'push' }>,
  ): Promise<void> {
    await database.withTenant(organizationId, async (tenant) => {
      const found = await findByExternalId(tenant, connection.id, externalId);
      if (found?.default_branch === branch) await requestScan(tenant, dependencies, found);
      // The first push to an empty repository creates its default branch.
      if (found?.default_branch === null) await requestSync(tenant, dependencies, connection);
    });
  }

  async function applyEffect(
    organizationId: string,
    client: ScmClient,
    connection: ScmConnection,
    effect: DeliveryEffect,
  ): Promise<void> {
    switch (effect.kind) {
      case 'push':
        await applyPush(organizationId, connection, effect);
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
      case 'repositories':
        await readAccount(dependencies, connection);
        await database.withTenant(organizationId, (tenant) => requestSync(tenant, dependencies, connection));
    }
  }

  const shares = createOrganizationShares(scmActivitiesOfOrganization);

  /** Runs an activity that calls a provider. Rate limits, outages and a used share do not count as attempts. */
  const calling = <T>(organizationId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    withHeartbeat(() =>
      limitAttempts(() => shares.run(organizationId, () => work(Context.current().cancellationSignal))),
    );

  return {
    /** Reads the repositories of the connection `subjectId`. Returns a message for users, or `null`. */
    syncScmRepositories: ({ organizationId, subjectId: connectionId }: RunInput): Promise<string | null> =>
      calling(
        organizationId,
        async (signal) =>
          (await withScmClient(dependencies, { organizationId, connectionId }, (client, connection) =>
            syncRepositories(dependencies, organizationId, client, connection, signal),
          )) ?? null,
      ),

    /**
     * Starts scans of the repositories of a page that have new commits. Returns the last one's id, `null` after the last
     * page.
     */
    syncScmHeads: (
      { organizationId, subjectId: connectionId }: RunInput,
      after: string | null,
    ): Promise<string | null> =>
      calling(organizationId, async (signal) => {
        const ref = { organizationId, connectionId };
        const last = await withScmClient(dependencies, ref, (client) =>
          syncHeads(dependencies, ref, client, after, signal),
        );
        return last ?? null;
      }),

    /**
     * Syncs the pull requests of some repositories: at most 20 repositories and 20 pages of pull requests. Returns the
     * position of the next call, `null` after the last one. The next call continues with the page after the last one read.
     */
    syncScmPullRequests: (
      { organizationId, subjectId: connectionId }: RunInput,
      after: string | null,
    ): Promise<string | null> =>
      calling(organizationId, async (signal) => {
        const selected = await database.withTenant(organizationId, (tenant) =>
          listSelected(tenant, connectionId),
        );
        const position = after ?? firstPosition;
        const waiting = selected.filter(({ id }) => id > position);
        let [last, pagesLeft] = [position, pullRequestPages];
        for (const repository of waiting.slice(0, repositoriesPerPage)) {
          signal.throwIfAborted();
          const synced = await withScmClient(dependencies, { organizationId, connectionId }, (client) =>
            syncRepositoryPullRequests(dependencies, organizationId, client, repository, pagesLeft),
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

    /** Stores that the sync of the connection `subjectId` succeeded, with a message for users. */
    finishScmSync: (
      { organizationId, subjectId: connectionId }: RunInput,
      remark: string | null,
    ): Promise<void> =>
      calling(organizationId, async () => {
        await withScmClient(dependencies, { organizationId, connectionId }, async (_client, connection) => {
          const account = await readAccount(dependencies, connection);
          await database.withTenant(organizationId, (tenant) =>
            recordScmSync(tenant, connectionId, account, remark),
          );
        });
      }),

    /** Scans the repository `subjectId`. Returns whether another scan was requested while this one ran. */
    scanRepositoryHead: ({ organizationId, subjectId: repositoryId }: RunInput): Promise<boolean> =>
      calling(organizationId, async (signal) => {
        const repository = await database.withTenant(organizationId, (tenant) =>
          beginRepositoryScan(tenant, repositoryId),
        );
        if (repository === undefined) return false;
        const connectionId = repository.scm_connection_id;
        await withScmClient(dependencies, { organizationId, connectionId }, (client) =>
          scanRepositoryHead(dependencies, organizationId, client, repository, signal),
        );
        await locateChangedProjects(dependencies, organizationId, repositoryId, signal);
        const requested = await database.withTenant(organizationId, (tenant) =>
          findRequestedRepository(tenant, repositoryId),
        );
        return requested !== undefined;
      }),

    /** Starts a new run when a scan of the repository `subjectId` was requested while its last run ended. */
    repeatRequestedScan: ({ organizationId, subjectId }: RunInput): Promise<void> =>
      database.withTenant(organizationId, async (tenant) => {
        const repository = await findRequestedRepository(tenant, subjectId);
        if (repository !== undefined) await requestScan(tenant, dependencies, repository);
      }),

    /** Stores why the scan of the repository `subjectId` failed. */
    failRepositoryScan: ({ organizationId, subjectId }: RunInput, message: string): Promise<void> =>
      database.withTenant(organizationId, (tenant) => recordRepositoryError(tenant, subjectId, message)),

    /** Applies the effects of the delivery `subjectId`, unless it was applied or its connection was deleted. */
    applyDelivery: ({ organizationId, subjectId: deliveryId }: RunInput): Promise<void> =>
      calling(organizationId, async () => {
        const delivery = await database.withTenant(organizationId, (tenant) =>
          findDelivery(tenant, deliveryId),
        );
        if (delivery?.status !== 'queued') return;
        const connectionId = delivery.scm_connection_id;
        await withScmClient(dependencies, { organizationId, connectionId }, async (client, connection) => {
          for (const effect of delivery.effects)
            await applyEffect(organizationId, client, connection, effect);
        }).catch((error: unknown) => {
          // The delivery says that the App was suspended or uninstalled, which is stored now.
          if (!isInstallationFault(error) || !delivery.effects.some(({ kind }) => kind === 'installation'))
            throw error;
        });
        await database.withTenant(organizationId, (tenant) =>
          finishDelivery(tenant, deliveryId, 'succeeded'),
        );
      }),

    /** Marks the delivery `subjectId` as failed, so that a redelivery is processed. */
    failDelivery: ({ organizationId, subjectId }: RunInput): Promise<void> =>
      database.withTenant(organizationId, (tenant) => finishDelivery(tenant, subjectId, 'failed')),

    /** Publishes the report `subjectId` of a plan's impact. */
    publishPlanImpact: ({ organizationId, subjectId }: RunInput): Promise<void> =>
      calling(organizationId, () => publishPlanImpact(dependencies, organizationId, subjectId)),

    /** Cancels the runs of the connection `subjectId`, and deletes its rows and itself. */
    deleteScmRows: ({ organizationId, subjectId }: RunInput): Promise<void> =>
      withHeartbeat(() => deleteScmConnection(dependencies, organizationId, subjectId)),
  };
}

function isInstallationFault(error: unknown): boolean {
  return (
    error instanceof ApplicationFailure && (error.type === 'suspended' || error.type === 'token_refused')
  );
}
