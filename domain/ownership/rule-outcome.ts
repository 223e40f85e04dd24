import type { Confidence } from '../values.ts';

/** What a matching rule infers: at least one of application, environment and team. */
export interface RuleOutcome {
  readonly application?: { readonly id: string } | { readonly name_from_tag: string } | undefined;
  readonly environment?: { readonly id: string } | undefined;
  readonly team?: { readonly id: string } | undefined;
  /** Default: {@link defaultConfidence}. */
  readonly confidence?: Confidence | undefined;
}

export const defaultConfidence: Confidence = 'medium';

/** Returns the id of the application that an outcome names, if it names one by id. */
export function applicationIdOf({ application }: RuleOutcome): string | undefined {
  return application !== undefined && 'id' in application ? application.id : undefined;
}

/** Returns the tag whose value names the application of an outcome. */
export function nameTagOf({ application }: RuleOutcome): string | undefined {
  return application !== undefined && 'name_from_tag' in application ? application.name_from_tag : undefined;
}
