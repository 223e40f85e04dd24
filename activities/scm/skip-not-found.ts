import { ScmError } from '../../clients/scm/scm-error.ts';

/** Runs requests about a record that can be deleted at the provider meanwhile. Does nothing more when it is. */
export async function skipNotFound(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ScmError) || error.fault !== 'not_found') throw error;
  }
}
