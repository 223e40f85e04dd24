/**
 * Types of tier B (resources of the Cloud Control API) that edge rules may name as targets. Any other name of a type that
 * is not in tier A is a spelling mistake.
 */
export const tierBTargetTypes: ReadonlySet<string> = new Set([]);
