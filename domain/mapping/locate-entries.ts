import { defined } from '../defined.ts';
import { regionPattern } from '../discovery/regions/region-name.ts';
import { readArn } from './arn.ts';
import type { LocationSource, StateEntry } from './state-entry.ts';

/** The account and the region of a resource, and the weakest source of the two. */
export type EntryLocation = Pick<StateEntry, 'awsAccountNumber' | 'region' | 'locationSource'>;

/** The account and the region that an ARN names. */
export type ArnParts = Pick<EntryLocation, 'awsAccountNumber' | 'region'>;

/** The parts of an entry that show where its resource is. */
export interface LocationEvidence {
  readonly identity?: Readonly<Record<string, string>>;
  readonly arn?: string;
  /** Values of the attributes that hold an ARN, a region, a zone, an account number or a URL of the resource itself. */
  readonly attributes: Iterable<string>;
}

/** The literal values of a provider block. */
export interface ProviderBlockLocation {
  readonly region?: string;
  /** The account of the role in `assume_role`. */
  readonly assumeRoleAccount?: string;
}

/**
 * Returns the account and the region that an entry itself shows. Of two sources with a value, the first of this order is
 * used: the identity of provider 6, the ARN, attributes.
 */
export function locateEntry({ identity = {}, arn, attributes }: LocationEvidence): EntryLocation {
  const { account_id: account = '', region = '', arn: identityArn = '' } = identity;
  let location: EntryLocation = {};
  location = addParts(location, 'identity', {
    ...(/^\d{12}$/.test(account) ? { awsAccountNumber: account } : {}),
    ...(regionPattern.test(region) ? { region } : {}),
  });
  location = addParts(location, 'identity', readArnParts(identityArn));
  location = addParts(location, 'arn', readArnParts(arn ?? ''));
  if (isComplete(location)) return location;
  for (const value of attributes) {
    location = addParts(location, 'attribute', readLocation(value));
    if (isComplete(location)) break;
  }
  return location;
}

/**
 * Adds the missing accounts and regions of entries: from the ARNs of the entries with the same provider, when all of
 * them agree, and else from the provider's block.
 *
 * @param providerBlocks - by the `provider` of the entries
 */
export function locateEntries(
  entries: readonly StateEntry[],
  providerBlocks: ReadonlyMap<string, ProviderBlockLocation>,
): readonly StateEntry[] {
  const siblings = locateProviders(entries);
  return entries.map((entry) =>
    completeLocation(entry, siblings.get(entry.provider), providerBlocks.get(entry.provider)),
  );
}

/** Adds the missing account and region from the entries with the same provider, and else from the provider's block. */
export function completeLocation<Location extends EntryLocation>(
  entry: Location,
  siblings: ArnParts | undefined,
  providerBlock: ProviderBlockLocation | undefined,
): Location {
  if (isComplete(entry)) return entry;
  const { region, assumeRoleAccount } = providerBlock ?? {};
  const fromSiblings = addParts(entry, 'siblings', siblings);
  return addParts(fromSiblings, 'provider_block', defined({ region, awsAccountNumber: assumeRoleAccount }));
}

function isComplete({ awsAccountNumber, region }: EntryLocation): boolean {
  return awsAccountNumber !== undefined && region !== undefined;
}

/** ARNs of global resources have no region, and those of S3 buckets no account. */
export function readArnParts(text: string): ArnParts | undefined {
  const fields = readArn(text);
  if (fields === null) return undefined;
  return {
    ...(regionPattern.test(fields.region) ? { region: fields.region } : {}),
    ...(/^\d{12}$/.test(fields.account) ? { awsAccountNumber: fields.account } : {}),
  };
}

/** Adds the parts that the location lacks. The source becomes that of the weakest part. */
function addParts<Location extends EntryLocation>(
  location: Location,
  locationSource: LocationSource,
  parts: ArnParts | undefined,
): Location {
  const account = location.awsAccountNumber === undefined ? parts?.awsAccountNumber : undefined;
  const region = location.region === undefined ? parts?.region : undefined;
  if (account === undefined && region === undefined) return location;
  return { ...location, ...defined({ awsAccountNumber: account, region }), locationSource };
}

/** Returns the account and the region of each provider, if the ARNs of its entries name exactly one. */
function locateProviders(entries: readonly StateEntry[]): ReadonlyMap<string, ArnParts> {
  const found = new Map<string, { readonly accounts: Set<string>; readonly regions: Set<string> }>();
  for (const entry of entries) {
    const { provider, arn, identity, locationSource } = entry;
    const parts = locationSource === 'arn' ? entry : readArnParts(arn ?? identity?.['arn'] ?? '');
    if (parts === undefined) continue;
    const known = found.get(provider) ?? { accounts: new Set(), regions: new Set() };
    found.set(provider, known);
    if (parts.awsAccountNumber !== undefined) known.accounts.add(parts.awsAccountNumber);
    if (parts.region !== undefined) known.regions.add(parts.region);
  }
  return new Map(
    [...found].map(([provider, { accounts, regions }]) => {
      const [account] = accounts.size === 1 ? accounts : [];
      const [region] = regions.size === 1 ? regions : [];
      return [provider, defined({ awsAccountNumber: account, region })];
    }),
  );
}

/** `eu-west-1a`, and zones of other kinds such as `us-west-2-lax-1a`. Source: Amazon EC2 user guide, "Regions and Zones". */
const zonePattern = /^(?<region>[a-z]{2,3}(?:-[a-z]+){1,2}-\d)(?:[a-z]|-[a-z0-9-]{1,40})$/;
const hostPattern = /^(?:https?:\/\/)?(?<host>[a-z0-9.-]{1,253})(?:[:/](?<path>.{0,2000}))?$/i;
const awsHost = /\.(?:amazonaws\.com(?:\.cn)?|on\.aws|api\.aws)$/i;

/** Reads the value of an attribute that names an account or a region by its shape. */
function readLocation(value: string): ArnParts | undefined {
  if (/^\d{12}$/.test(value)) return { awsAccountNumber: value };
  if (value !== 'global' && regionPattern.test(value)) return { region: value };
  if (value.startsWith('arn:')) return readArnParts(value);
  const zone = zonePattern.exec(value)?.groups?.['region'];
  if (zone !== undefined) return { region: zone };
  const { host = '', path = '' } = hostPattern.exec(value)?.groups ?? {};
  return awsHost.test(host) ? readHost(host.toLowerCase(), path) : undefined;
}

/** Reads hosts such as `sqs.eu-west-1.amazonaws.com/123456789012/q` and `123456789012.dkr.ecr.eu-west-1.amazonaws.com`. */
function readHost(host: string, path: string): ArnParts {
  const labels = host.split('.');
  const region = labels.find((label) => label !== 'global' && regionPattern.test(label));
  const account = [labels[0], path.split('/')[0]].find((part) => part !== undefined && /^\d{12}$/.test(part));
  return defined({ region, awsAccountNumber: account });
}
