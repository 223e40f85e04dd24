import { ApplicationFailure, Context } from '@temporalio/activity';
import { scmActivitiesOfOrganization } from '../../domain/runs/activity-slots.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { DeliveryEffect } from '../../domain/scm/read-delivery.ts';
import type { ScmClient } from '../../clients/scm/scm-client.ts';
import { requestRepositoryScan } from '../../commands/scm/request-repository-scan.ts';
import { requestSync } from '../../commands/scm/request-sync.ts';
import { finishRun } from '../../db/runs/run-store.ts';
import { findDelivery, finishDelivery, isReadSinceDelivery } from '../../db/scm/delivery-store.ts';
import type { Delivery } from '../../db/scm/delivery-store.ts';
import { findByExternalId } from '../../db/scm/repository-store.ts';
import {
  beginRepositoryScan,
  findRequestedRepository,
  recordRepositoryError,
} from '../../db/scm/repository-scan-store.ts';
import { beginScmSync, recordActiveInstallation, recordScmSync } from '../../db/scm/scm-connection-state.ts';
import type { ScmConnection } from '../../db/scm/scm-connection.ts';
import type { Dependencies } from '../dependencies.ts';
import { detectorVersion } from '../../domain/scm/detection/detector-version.ts';
import { limitAttempts } from '../shared/limit-attempts.ts';
import { takeRunOrLeave } from '../shared/take-run-or-leave.ts';
import { locateChangedProjects } from '../mapping/locate-changed-projects.ts';
import { withHeartbeat } from '../shared/with-heartbeat.ts';
import { createOrganizationShares } from '../shared/organization-share.ts';
import { deleteScmConnection } from './delete-scm-connection.ts';
import { publishPlanImpact } from './publish-plan-impact.ts';
import { readAccount } from './read-account.ts';
import { scanRepositoryHead } from './scan-repository.ts';
import { skipNotFound } from './skip-not-found.ts';
import { syncMinutes } from './start-due-syncs.ts';
import { syncChangedPullRequests } from './sync-changed-pull-requests.ts';
import { syncHeads } from './sync-heads.ts';
import { syncPullRequest } from './sync-pull-requests.ts';
import { syncRepositories } from './sync-repositories.ts';
import { connectionChanged, withScmClient } from './with-scm-client.ts';

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
      if (found?.defaultBranch === branch) await requestRepositoryScan(tenant, dependencies, found);
      // The first push to an empty repository creates its default branch.
      if (found !== undefined && found.defaultBranch === undefined)
        await requestSync(tenant, dependencies, connection);
    });
  }

  async function applyEffect(
    organizationId: string,
    client: ScmClient,
    connection: ScmConnection,
    delivery: Delivery,
    effect: DeliveryEffect,
  ): Promise<void> {
    switch (effect.kind) {
      case 'push':
        await applyPush(organizationId, connection, effect);
        return;
      case 'pull_request': {
        const { number } = effect;
        const repository = await database.withTenant(organizationId, async (tenant) => {
          const found = await findByExternalId(tenant, connection.id, effect.external_id);
          const isRead =
            found !== undefined &&
            (await isReadSinceDelivery(tenant, delivery.id, { repositoryId: found.id, number }));
          return isRead ? undefined : found;
        });
        if (repository !== undefined)
          await skipNotFound(() => syncPullRequest(dependencies, organizationId, client, repository, number));
        return;
      }
      case 'installation':
        await readAccount(dependencies, connection);
        await database.withTenant(organizationId, async (tenant) => {
          if (!(await recordActiveInstallation(tenant, connection))) throw connectionChanged();
          await requestSync(tenant, dependencies, connection);
        });
        return;
      case 'repositories':
        await readAccount(dependencies, connection);
        await database.withTenant(organizationId, (tenant) => requestSync(tenant, dependencies, connection));
    }
  }

  const shares = createOrganizationShares(scmActivitiesOfOrganization);

  /** Runs an activity that calls a provider. Rate limits, outages and a used share do not count as attempts. */
  const calling = <T>(organizationId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    withHeartbeat(
      () => limitAttempts(() => shares.run(organizationId, () => work(Context.current().cancellationSignal))),
      { reads: 'foreign content' },
    );

  return {
    /** Reads the repositories of the connection `subjectId`. Returns a message for users, or `null`. */
    syncScmRepositories: ({ organizationId, subjectId: connectionId }: RunInput): Promise<string | null> =>
      calling(organizationId, async (signal) => {
        await database.withTenant(organizationId, (tenant) =>
          beginScmSync(tenant, connectionId, syncMinutes(dependencies.configuration)),
        );
        return (
          (await withScmClient(dependencies, { organizationId, connectionId }, (client, connection) =>
            syncRepositories(dependencies, organizationId, client, connection, signal),
          )) ?? null
        );
      }),

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

    /** See {@link syncChangedPullRequests}. */
    syncScmPullRequests: (
      { organizationId, subjectId: connectionId }: RunInput,
      after: string | null,
    ): Promise<string | null> =>
      calling(organizationId, (signal) =>
        syncChangedPullRequests(dependencies, { organizationId, connectionId }, after, signal),
      ),

    /** Stores that the sync of the connection `subjectId` succeeded, with a message for users. */
    finishScmSync: (
      { organizationId, subjectId: connectionId }: RunInput,
      remark: string | null,
    ): Promise<void> =>
      calling(organizationId, async () => {
        await withScmClient(dependencies, { organizationId, connectionId }, async (_client, connection) => {
          const account = await readAccount(dependencies, connection);
          const isStored = await database.withTenant(organizationId, (tenant) =>
            recordScmSync(tenant, connection, account, remark ?? undefined),
          );
          if (!isStored) throw connectionChanged();
        });
      }),

    /** Scans the repository `subjectId`. Returns whether another scan was requested while this one ran. */
    scanRepositoryHead: ({ organizationId, runId, subjectId: repositoryId }: RunInput): Promise<boolean> =>
      calling(organizationId, async (signal) => {
        const repository = await database.withTenant(organizationId, async (tenant) => {
          await takeRunOrLeave(tenant, runId, detectorVersion);
          return beginRepositoryScan(tenant, repositoryId);
        });
        if (repository === undefined) return false;
        const connectionId = repository.scmConnectionId;
        await withScmClient(dependencies, { organizationId, connectionId }, (client) =>
          scanRepositoryHead(dependencies, { organizationId, runId }, client, repository, signal),
        );
        await locateChangedProjects(dependencies, organizationId, repositoryId, signal);
        const requested = await database.withTenant(organizationId, (tenant) =>
          findRequestedRepository(tenant, repositoryId),
        );
        return requested !== undefined;
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
        const connectionId = delivery.scmConnectionId;
        await withScmClient(dependencies, { organizationId, connectionId }, async (client, connection) => {
          for (const effect of delivery.effects)
            await applyEffect(organizationId, client, connection, delivery, effect);
        }).catch((error: unknown) => {
          // The delivery says that the App was suspended or uninstalled, which is stored now.
          if (!isInstallationFault(error) || !delivery.effects.some(({ kind }) => kind === 'installation'))
            throw error;
        });
        await database.withTenant(organizationId, (tenant) =>
          finishDelivery(tenant, deliveryId, 'succeeded'),
        );
      }),

    /**
     * Marks the delivery `subjectId` and the run as failed, in one transaction: a redelivery that finds the failed delivery
     * starts a run at once, and would get the old run if that were still active.
     */
    failDelivery: ({ organizationId, runId, subjectId }: RunInput, message: string): Promise<void> =>
      database.withTenant(organizationId, async (tenant) => {
        await finishRun(tenant, runId, 'failed', message);
        await finishDelivery(tenant, subjectId, 'failed');
      }),

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
    error instanceof ApplicationFailure &&
    error.nonRetryable === true &&
    (error.type === 'suspended' || error.type === 'token_refused')
  );
}
