import { ScmError } from '../../clients/scm/scm-error.ts';

/** Runs requests about a record of the provider. Returns without an error if the provider has deleted the record. */
export async function skipNotFound(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ScmError) || error.fault !== 'not_found') throw error;
  }
}
