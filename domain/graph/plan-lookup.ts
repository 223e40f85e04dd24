import { secretMark } from '../secrets/redact-secrets.ts';
import type { EdgeRule, IdentifierKind, Matcher } from './edge-rule.ts';
import { externalTypeOf } from './external-type.ts';
import { genericRule, mintingTypes } from './generic-reference.ts';
import { globalRegion } from '../values.ts';

/**
 * The accounts and regions in which the resource of an identifier is searched, in order. The first with candidates decides.
 *
 * - `organization`: all accounts; of shared resources the owner's
 * - `id`: the holder's account and region, its account, then as `organization`
 * - `name`: the holder's account, in its region and among global resources
 * - `global_name`: among the global resources of the holder's account, then in all of its regions
 */
export type LookupScope = 'organization' | 'id' | 'name' | 'global_name';

/** The values by which an identifier is searched among the stored ones. */
export interface Lookup {
  readonly scope: LookupScope;
  readonly kind: IdentifierKind;
  /** The identifier, or its keyed hash. */
  readonly key: string;
  readonly hashed: boolean;
  /** An empty list means any type. */
  readonly types: readonly string[];
  /** Account and region of the holder. Empty for the scope `organization`. */
  readonly accountId: string;
  readonly region: string;
}

/** Returns the lookup of an identifier that a resource names. `undefined`: the rule no longer exists. */
export function planLookup(
  holder: { readonly accountId: string; readonly region: string },
  ruleId: string,
  rule: EdgeRule | undefined,
  key: string,
): Lookup | undefined {
  if (rule === undefined && ruleId !== genericRule) return undefined;
  const kind: Matcher = rule === undefined ? (key.startsWith('arn:') ? 'arn' : 'id') : rule.matcher;
  const scope = scopeOf(kind, holder.region);
  const isEverywhere = scope === 'organization';
  return {
    scope,
    kind,
    key,
    hashed: isHashed(key),
    types: rule?.targetTypes ?? (kind === 'id' ? mintingTypes(key) : undefined) ?? [],
    accountId: isEverywhere ? '' : holder.accountId,
    region: isEverywhere ? '' : holder.region,
  };
}

/** Returns whether a key is the keyed hash of a redacted value. */
export function isHashed(key: string): boolean {
  return key.startsWith(secretMark);
}

function scopeOf(kind: Matcher, region: string): LookupScope {
  if (kind === 'id') return 'id';
  if (kind === 'name') return region === globalRegion ? 'global_name' : 'name';
  return 'organization';
}

/** Returns whether a reference to no resource of the inventory makes an external node. */
export function makesExternalNode(rule: EdgeRule | undefined, key: string): boolean {
  if (rule === undefined || isHashed(key)) return false;
  return rule.external ?? (rule.matcher === 'arn' || rule.matcher === 'id');
}

/** Returns the type, account and region of an external node. Each is undefined if neither the rule nor the identifier has it. */
export function describeExternal(
  rule: EdgeRule | undefined,
  key: string,
): {
  readonly resourceType: string | undefined;
  readonly awsAccountNumber: string | undefined;
  readonly region: string | undefined;
} {
  const [prefix, , , region = '', account = ''] = key.split(':', 6);
  const isArn = prefix === 'arn';
  const party = externalTypeOf(rule?.targetTypes ?? []);
  if (party !== undefined)
    return {
      resourceType: party,
      awsAccountNumber: party === 'account' ? key : undefined,
      region: undefined,
    };
  return {
    resourceType: typeOfExternal(rule?.targetTypes ?? [], key),
    awsAccountNumber: isArn && /^\d{12}$/.test(account) ? account : undefined,
    region: isArn && region !== '' ? region : undefined,
  };
}

/** Returns the only type; else the only type of the ARN's service; else the type in the ARN's resource, such as `role/…`. */
function typeOfExternal(types: readonly string[], key: string): string | undefined {
  const [prefix, , service = '', , , resource = ''] = key.split(':', 6);
  if (types.length <= 1 || prefix !== 'arn') return onlyOne(types);
  const ofService = types.filter((type) => type.split('::')[1]?.toLowerCase() === service);
  const named = resource.split('/', 1)[0]?.replaceAll('-', '');
  const ofResource = ofService.filter((type) => type.split('::')[2]?.toLowerCase() === named);
  return onlyOne(ofService) ?? onlyOne(ofResource);
}

function onlyOne(types: readonly string[]): string | undefined {
  return types.length === 1 ? types[0] : undefined;
}
