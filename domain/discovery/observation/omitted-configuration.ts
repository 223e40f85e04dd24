import { sizeOfJson } from '../../json/size.ts';
import type { JsonObject } from '../../json/json.ts';
import type { ObservedResource } from './observed-resource.ts';

/** The largest configuration that is stored, in characters of JSON. */
const maximumConfigurationSize = 512 * 1024;

/** Why a configuration is not stored. */
export type OmissionReason = 'too_large' | 'too_deep' | 'deadline_exceeded' | 'out_of_memory';

/** Returns the object that is stored in place of a configuration that is too large or could not be normalised in time. */
export function omittedConfiguration(reason: OmissionReason): JsonObject {
  return { $omitted: reason };
}

/** Returns whether {@link omittedConfiguration} has replaced a stored configuration. */
export function isOmitted(configuration: JsonObject): boolean {
  return Object.hasOwn(configuration, '$omitted');
}

/** Replaces a configuration that is too large to be stored. */
export function capConfiguration<T extends Pick<ObservedResource, 'configuration' | 'volatile'>>(
  observed: T,
): T {
  const content = [observed.configuration, observed.volatile];
  if (sizeOfJson(content, maximumConfigurationSize) <= maximumConfigurationSize) return observed;
  return { ...observed, configuration: omittedConfiguration('too_large'), volatile: {} };
}
