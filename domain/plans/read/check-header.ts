import { PlanRejected } from './plan-rejected.ts';

/** The keys at the top of a body that show what it is. */
export interface HeaderKeys {
  readonly formatVersion: string | undefined;
  readonly keys: ReadonlySet<string>;
}

/**
 * Returns the format version of a plan. Minor versions only add fields. Source: Terraform, "JSON Output Format": a reader
 * rejects an unknown major version and ignores unknown fields.
 *
 * @throws PlanRejected with the reason for JSON of other kinds
 */
export function checkHeader({ formatVersion, keys }: HeaderKeys): string {
  if (keys.has('encrypted_data')) throw new PlanRejected('encrypted');
  const isState = keys.has('values') || (keys.has('serial') && keys.has('lineage'));
  if (isState) throw new PlanRejected('state_file');
  if (formatVersion === undefined) throw new PlanRejected('version_missing', 'plan.format_version');
  checkVersion(formatVersion);
  if (!keys.has('resource_changes') && !keys.has('planned_values')) throw new PlanRejected('no_changes');
  return formatVersion;
}

/** @throws PlanRejected `version_unsupported` */
export function checkVersion(formatVersion: string): void {
  if (!/^[01]\.\d{1,4}(?:\.\d{1,4})?$/.test(formatVersion))
    throw new PlanRejected('version_unsupported', 'plan.format_version');
}
