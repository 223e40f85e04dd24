import { ApplicationFailure, Context } from '@temporalio/activity';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { OrganizationSlots } from '../../runtime/organization-slots.ts';
import type { Dependencies } from '../dependencies.ts';
import { limitAttempts } from '../shared/limit-attempts.ts';
import { maintenanceWork } from '../maintenance/maintenance-work.ts';
import { withHeartbeat } from '../shared/with-heartbeat.ts';
import { detectRepositoryStates } from './detect-repository-states.ts';
import { matchAccountEntries } from './match-account-entries.ts';
import { openImportPullRequest } from './open-import-pull-request.ts';
import { activeSyncsPerOrganization, startDueStateSyncs } from './start-due-state-syncs.ts';
import { syncHcpWorkspaces } from './sync-hcp-terraform.ts';
import type { HcpTerraformSyncResult } from './sync-hcp-terraform.ts';
import { syncStateObject } from './sync-state-object.ts';
import type { StateSyncResult } from './sync-state-object.ts';

const maximumSecondsOfDelay = 30;
/** One match of an organization runs, and one waits for the lock of mapping with a connection to the database. */
const matchesPerOrganization = 2;
/** A server that responds slowly keeps each of them for minutes. */
const hcpSyncsPerOrganization = 2;

/** Activities of Terraform states and mapping. All are idempotent. */
export function createMappingActivities(dependencies: Dependencies) {
  const syncSlots = slotsOf('syncs', activeSyncsPerOrganization);
  const hcpSlots = slotsOf('syncs of HCP Terraform', hcpSyncsPerOrganization);
  const matchSlots = slotsOf('matches', matchesPerOrganization);
  const working = <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    withHeartbeat(() => limitAttempts(() => work(Context.current().cancellationSignal)), {
      reads: 'foreign content',
    });

  return {
    /**
     * Syncs the state source `subjectId`. An organization that floods the queue with requested syncs does not occupy the
     * worker: above ten at a time they are retried later.
     */
    syncStateObject: (input: RunInput, canRetry: boolean): Promise<StateSyncResult> =>
      working((signal) =>
        syncSlots.run(input.organizationId, () => syncStateObject(dependencies, input, canRetry, signal)),
      ),

    /** Syncs the workspaces of the connection `subjectId` with HCP Terraform. */
    syncHcpTerraformConnection: (input: RunInput): Promise<HcpTerraformSyncResult> =>
      working((signal) =>
        hcpSlots.run(input.organizationId, () => syncHcpWorkspaces(dependencies, input, signal)),
      ),

    /** Detects the Terraform states of the repository `subjectId`. */
    detectRepositoryStates: (input: RunInput): Promise<void> =>
      working((signal) => detectRepositoryStates(dependencies, input, signal)),

    /**
     * Matches the account `subjectId`. Returns whether another match was requested in the meantime. The matches of an
     * organization exclude each other, so the scan of a thousand accounts would fill all slots of the worker with waiting
     * matches: above two at a time they are retried later.
     */
    matchAccountEntries: (input: RunInput): Promise<boolean> =>
      working(() => matchSlots.run(input.organizationId, () => matchAccountEntries(dependencies, input))),

    /** Opens the pull request with import blocks of the request `subjectId`. */
    openImportPullRequest: (input: RunInput): Promise<void> =>
      working(() => openImportPullRequest(dependencies, input)),

    /** Starts the due syncs and detections of all organizations. */
    startStateSyncs: (): Promise<void> =>
      maintenanceWork(() => startDueStateSyncs(dependencies, Context.current().cancellationSignal)),
  };
}

type Work = 'syncs' | 'syncs of HCP Terraform' | 'matches';

function slotsOf(work: Work, perOrganization: number): OrganizationSlots {
  return new OrganizationSlots({ perOrganization, maximumWaiting: 0, busy: () => tooMany(work) });
}

/** Does not count as an attempt. The delay grows, so that a thousand waiting runs do not fill the queue with retries. */
function tooMany(work: Work): ApplicationFailure {
  const seconds = Math.min(maximumSecondsOfDelay, 2 * Context.current().info.attempt);
  return ApplicationFailure.create({
    message: `The organization has too many ${work} in progress.`,
    type: 'state_sync_waiting',
    nextRetryDelay: `${seconds} seconds`,
  });
}
