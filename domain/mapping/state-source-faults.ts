/** Why a Terraform state cannot be used because of its content. */
export const stateProblems = [
  'encrypted',
  'too_large',
  'not_a_state',
  'unsupported_version',
  'utf16',
  'merge_conflict',
  'plan',
] as const;
export type StateProblem = (typeof stateProblems)[number];

/** Why the object of a state source cannot be read. */
export const stateReadFaults = [
  'access_denied',
  'kms_denied',
  'bucket_missing',
  'key_missing',
  'unreachable',
] as const;
export type StateReadFault = (typeof stateReadFaults)[number];
