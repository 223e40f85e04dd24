import { defined } from '../../../domain/defined.ts';
import { arnInId, readArn } from '../../../domain/mapping/arn.ts';
import type { JsonObject } from '../../../domain/json/json.ts';
import { locateEntry } from '../../../domain/mapping/locate-entries.ts';
import { readAwsProvider } from '../../../domain/mapping/provider-address.ts';
import { formatInstanceAddress } from '../../../domain/mapping/state-address.ts';
import type { StateEntry } from '../../../domain/mapping/state-entry.ts';
import type { RawInstance, RawResource } from './raw-instance.ts';
import { isSensitive } from './sensitive-paths.ts';
import type { WantedAttributes } from './wanted-attributes.ts';

const maximumIdentityParts = 20;
/** The parts of a resource identity that show the place of the resource. */
const placeParts: ReadonlySet<string> = new Set(['arn', 'account_id', 'region']);

/**
 * Returns the entry of an instance, or undefined when its address is malformed. Of a type that is not listed only a
 * well-formed ARN is kept, with the account and the region.
 */
export function buildEntry(
  resource: RawResource,
  instance: RawInstance,
  { isListed, kept, location, compared }: WantedAttributes,
): StateEntry | undefined {
  const address =
    instance.hasInvalidKey === true ? undefined : formatInstanceAddress({ ...resource, ...instance });
  if (address === undefined) return undefined;
  const valueOf = (path: string): string | undefined => {
    const value = instance.attributes.get(path);
    return value === undefined || isSensitive(path, instance.sensitivePaths) ? undefined : value;
  };
  const arnOf = (path: string): string | undefined => {
    const value = valueOf(path);
    return value === undefined || readArn(value) === null ? undefined : value;
  };
  const arn = arnOf('arn');
  const id = isListed ? valueOf('id') : arnOf('id');
  const identity = identityOf(instance, isListed);
  const { provider } = resource;
  const alias = readAwsProvider(provider)?.alias;
  return {
    ...address,
    ...defined({ deposedKey: instance.deposedKey }),
    terraformType: resource.type,
    provider,
    ...defined({ providerAlias: alias }),
    ...(instance.tainted === true ? { tainted: true } : {}),
    ...locateEntry(
      defined({ identity, arn: arn ?? arnInId(id), attributes: definedValues(location, valueOf) }),
    ),
    ...defined({ arn, id, identity }),
    attributes: Object.fromEntries(
      kept.flatMap((path) => {
        const value = valueOf(path);
        return value === undefined ? [] : [[path, value]];
      }),
    ),
    ...(compared.size === 0 || instance.compared.size === 0 ? {} : { compared: comparedOf(instance) }),
  };
}

function comparedOf({ compared, sensitivePaths }: RawInstance): JsonObject {
  return Object.fromEntries([...compared].filter(([name]) => !isSensitive(name, sensitivePaths)));
}

function identityOf({ identity }: RawInstance, isListed: boolean): StateEntry['identity'] {
  const parts = [...identity]
    .filter(([name, value]) => (name === 'arn' ? readArn(value) !== null : isListed || isPlace(name, value)))
    .slice(0, maximumIdentityParts);
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

function isPlace(name: string, value: string): boolean {
  if (!placeParts.has(name)) return false;
  return name === 'account_id' ? /^\d{12}$/.test(value) : /^[a-z0-9-]{1,40}$/.test(value);
}

/** Looks up the values one by one, because most entries show their location in the first. */
function* definedValues(
  paths: readonly string[],
  valueOf: (path: string) => string | undefined,
): Generator<string, void, undefined> {
  for (const path of paths) {
    const value = valueOf(path);
    if (value !== undefined) yield value;
  }
}
