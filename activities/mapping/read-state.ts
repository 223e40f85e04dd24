import { defined } from '../../domain/defined.ts';
import type { ParsedState } from '../../domain/mapping/state-entry.ts';
import type { Dependencies } from '../dependencies.ts';
import type { StateCaller } from './find-state-caller.ts';
import { parseStateInThread } from '../../commands/mapping/parse/parse-state-in-thread.ts';
import { StateRejected } from '../../commands/mapping/parse/state-rejected.ts';
import { readStateObject } from './read-state-object.ts';
import type { StateObjectRead } from './read-state-object.ts';
import { StateReadFailed } from './state-read-failed.ts';
import { StateSyncError } from './state-sync-error.ts';

export interface StateToRead extends StateCaller {
  readonly organizationId: string;
  readonly bucket: string;
  readonly key: string;
  /** The ETag of the last read. */
  readonly knownEtag?: string;
  /** Called before the object is parsed. */
  readonly onChanged: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** Reads and parses a state. @throws StateSyncError. */
export async function readState(
  { configuration, documents, roles }: Pick<Dependencies, 'configuration' | 'documents' | 'roles'>,
  { organizationId, caller, region, bucket, key, knownEtag, onChanged, signal }: StateToRead,
): Promise<StateObjectRead<ParsedState>> {
  const maximumMegabytes = configuration.stateMaxMegabytes;
  const { partition } = roles;
  try {
    return await readStateObject(
      { caller, region, partition, signal },
      defined({ bucket, key, maximumMegabytes, knownEtag }),
      async (chunks) => {
        await onChanged();
        return parseStateInThread(documents, organizationId, { chunks, maximumMegabytes }, signal);
      },
    );
  } catch (error) {
    const { message, cause = error } = error instanceof Error ? error : { message: '' };
    if (error instanceof StateRejected) throw new StateSyncError(error.problem, message, { cause });
    if (error instanceof StateReadFailed) throw new StateSyncError(error.fault, message, { cause });
    throw error;
  }
}
