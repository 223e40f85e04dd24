import type { Configuration } from './configuration.ts';

/** The provider of the language model and its models. */
export interface AssistantModels {
  readonly provider: Configuration['assistantProvider'];
  /** The first one is the default. */
  readonly models: readonly [string, ...string[]];
}

/** Returns the configured provider and its models. */
export function assistantModelsOf({ assistantProvider, assistantModels }: Configuration): AssistantModels {
  const [first, ...others] = assistantModels;
  if (first === undefined) throw new Error('ASSISTANT_MODELS names no model');
  return { provider: assistantProvider, models: [first, ...others] };
}

/** Returns the model that an organization has chosen, or the first one if it is not configured any more. */
export function modelOf({ models }: AssistantModels, chosen: string | undefined): string {
  return models.find((name) => name === chosen) ?? models[0];
}
