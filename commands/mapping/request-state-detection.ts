import { markStateDetection as makeDue } from '../../db/mapping/states/state-detection-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Launcher } from '../runs/launch-run.ts';
import { launchRun } from '../runs/launch-run.ts';

/**
 * Starts the detection of the Terraform states of a repository, if a project has or had an s3 backend. If one is active, the
 * schedule starts another one after it.
 */
export async function requestStateDetection(
  tenant: Tenant,
  launcher: Launcher,
  { id, fullName: description }: { readonly id: string; readonly fullName: string },
): Promise<void> {
  if (!(await makeDue(tenant, id))) return;
  await launchRun(tenant, launcher, { kind: 'detect_state_sources', subjectId: id, description });
}
