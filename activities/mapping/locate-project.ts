import { loadProjectCode } from '../../commands/mapping/load-project-code.ts';
import { mayMoveInstances } from '../../domain/mapping/locate/create-locator.ts';
import {
  beginLocation,
  readAddresses,
  storeLocations,
} from '../../db/mapping/projects/code-location-store.ts';
import type { AddressesOfProject, BegunLocation } from '../../db/mapping/projects/code-location-store.ts';
import { findLocatableProject } from '../../db/mapping/projects/project-code-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { LoadedCode } from '../../commands/mapping/load-project-code.ts';
import { DocumentRejected } from '../../runtime/document-workers.ts';
import type { DocumentTask } from '../../runtime/document-workers.ts';
import type { Dependencies } from '../dependencies.ts';
import { run } from './locate/locate-addresses-task.ts';
import type { LocationDifferences } from './locate/locate-addresses-task.ts';

export type LocateDependencies = Pick<Dependencies, 'database' | 'documents' | 'logger'>;

/** How many addresses have a location, and how many rows were written. */
export interface LocatedProject {
  readonly located: number;
  readonly absent: number;
  readonly written: number;
}

/** Characters of the JSON texts of a project's code. A thread has 256 MB of memory. */
const maximumCodeCharacters = 32 * 1024 * 1024;
/** Smaller inputs are processed in the event loop: about 5 ms, less than a thread takes. */
const inlineCharacters = 200_000;
const maximumAttempts = 10;

const locateTask: DocumentTask<Parameters<typeof run>[0], LocationDifferences> = {
  module: new URL('./locate/locate-addresses-task.ts', import.meta.url),
  maximumSize: 64 * 1024 * 1024,
  deadlineMilliseconds: 60_000,
};

interface BegunProject {
  readonly begun: BegunLocation;
  readonly loaded: LoadedCode;
  readonly addresses: AddressesOfProject;
}

/**
 * Locates the code addresses of a project's state entries and corrections, and stores the locations that changed. Call it
 * after a sync with new addresses and after a scan that changed the code. A deleted project, or one of another system than
 * Terraform, OpenTofu and Terragrunt, has no locations.
 *
 * @throws Error when concurrent computations of the project changed its locations ten times. A retry can succeed.
 */
export async function locateProject(
  dependencies: LocateDependencies,
  organizationId: string,
  iacProjectId: string,
  signal?: AbortSignal,
): Promise<LocatedProject> {
  const { database } = dependencies;
  for (let attempt = 0; attempt < maximumAttempts; attempt += 1) {
    signal?.throwIfAborted();
    const project = await database.withTenant(organizationId, (tenant) => beginProject(tenant, iacProjectId));
    if (project === undefined) return { located: 0, absent: 0, written: 0 };
    const { begun, loaded } = project;
    const differences = await locate(dependencies, organizationId, project, signal);
    const { changed, changedCount, deleted, located, absent } = differences;
    const { folders, remotes } = loaded;
    const isStored = await database.withTenant(organizationId, (tenant) =>
      storeLocations(tenant, iacProjectId, begun, { changed, deleted, folders, remotes }),
    );
    if (isStored) return { located, absent, written: changedCount + deleted.length };
  }
  throw new Error(`the locations of project ${iacProjectId} were changed by other computations`);
}

async function beginProject(tenant: Tenant, iacProjectId: string): Promise<BegunProject | undefined> {
  const project = await findLocatableProject(tenant, iacProjectId);
  if (project === undefined) return undefined;
  // Before the code is read: a change afterwards increases the version.
  const begun = await beginLocation(tenant, iacProjectId);
  const loaded = await loadProjectCode(tenant, project, maximumCodeCharacters);
  const addresses = await readAddresses(tenant, iacProjectId, mayMoveInstances(loaded.code));
  return { begun, addresses, loaded };
}

async function locate(
  { documents, logger }: LocateDependencies,
  organizationId: string,
  { loaded, addresses }: BegunProject,
  signal: AbortSignal | undefined,
): Promise<LocationDifferences> {
  const input = { code: loaded.code, addresses };
  if (sizeOf(loaded, addresses) <= inlineCharacters) return run(input);
  try {
    return await documents.run(organizationId, locateTask, input, signal);
  } catch (error) {
    if (!(error instanceof DocumentRejected)) throw error;
    logger.warn({ err: error, organizationId }, 'code locations exceed a limit; the addresses have none');
    const stored = JSON.parse(addresses.stored) as (readonly [string])[];
    return {
      changed: '[]',
      changedCount: 0,
      deleted: stored.map(([codeAddress]) => codeAddress),
      located: 0,
      absent: 0,
    };
  }
}

function sizeOf(
  { code }: LoadedCode,
  { entries, instances, corrections, stored }: AddressesOfProject,
): number {
  return code.files.reduce(
    (sum, { document }) => sum + document.length,
    entries.length + instances.length + corrections.length + stored.length,
  );
}
