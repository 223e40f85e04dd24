import { defined } from '../../defined.ts';
import { codeAddressOf } from '../../mapping/address.ts';
import { readArn } from '../../mapping/arn.ts';
import { identifyEntry } from '../../mapping/identify-entry.ts';
import { completeLocation, locateEntry } from '../../mapping/locate-entries.ts';
import type { ArnParts, ProviderBlockLocation } from '../../mapping/locate-entries.ts';
import { locationAttributes, mappingRulesOf, stateAttributesOf } from '../../mapping/rules/mapping-rule.ts';
import type { StateEntry } from '../../mapping/state-entry.ts';
import type { MutableJson } from '../../json/json.ts';
import type { UnmappedReason } from '../../values.ts';
import type { ChangeMapping } from './planned-change.ts';
import type { RawChange } from './raw-change.ts';
import { isObject } from '../../json/json.ts';
import { maskOf } from '../redact/value-mask.ts';

const maximumValueLength = 2_048;
const maximumIdentityParts = 20;

/** The facts of a plan about the provider configuration of a resource. */
export interface ProviderEvidence {
  /** The account and region in the ARNs of resources with the same provider, when all agree. */
  readonly siblings?: ArnParts;
  readonly block?: ProviderBlockLocation;
}

/**
 * Returns how to find the resource of a change, from the values before the change as from the entry of a state: the
 * resource of a change exists before it, or never (create).
 */
export function mapChange(
  change: RawChange,
  providerOf: (codeAddress: string) => ProviderEvidence,
): ChangeMapping {
  const codeAddress = codeAddressOf(change.address) ?? undefined;
  const base = defined({ codeAddress });
  if (!isAwsProvider(change.provider)) return { ...base, candidates: [], reason: 'other_provider' };
  const rules = mappingRulesOf(change.type);
  if (rules.length > 0 && rules.every(({ resourceType }) => resourceType === null))
    return { ...base, candidates: [], reason: 'association' };
  const entry = entryOf(change, codeAddress ?? change.address);
  const { siblings, block } = providerOf(entry.codeAddress);
  const located = completeLocation(entry, siblings, block);
  const { resourceType, candidates } = identifyEntry(located);
  const isNew =
    change.actions.length === 1 && change.actions[0] === 'create' && change.importing === undefined;
  const usable = isNew ? [] : candidates;
  const reason = reasonOf({ isNew, isListed: rules.length > 0, isIdentified: usable.length > 0 });
  return {
    ...base,
    ...defined({ resourceType }),
    candidates: usable,
    ...defined({ awsAccountNumber: located.awsAccountNumber, region: located.region, reason }),
  };
}

function reasonOf(found: {
  readonly isNew: boolean;
  readonly isListed: boolean;
  readonly isIdentified: boolean;
}): UnmappedReason | undefined {
  if (!found.isListed) return 'unsupported_type';
  if (found.isNew) return 'not_created_yet';
  return found.isIdentified ? undefined : 'identity_unknown';
}

/** Since Terraform 0.13 the source address; before it the type. */
function isAwsProvider(provider: string): boolean {
  return provider === 'aws' || /^[A-Za-z0-9.:_-]+\/[A-Za-z0-9_-]+\/aws$/.test(provider);
}

function entryOf(change: RawChange, codeAddress: string): StateEntry {
  // An import has the values of the existing resource before the change.
  const values = isObject(change.before) ? change.before : isObject(change.after) ? change.after : {};
  const attribute = (path: string): string | undefined => textAt(values, path);
  const arnText = attribute('arn');
  const arn = arnText === undefined || readArn(arnText) === null ? undefined : arnText;
  const id = attribute('id');
  const identity = identityOf(change.identity ?? change.importing?.identity);
  return {
    address: change.deposed === undefined ? change.address : `${change.address} (deposed ${change.deposed})`,
    codeAddress,
    terraformType: change.type,
    provider: change.provider,
    ...locateEntry(defined({ identity, arn, attributes: locationValues(attribute) })),
    ...defined({ arn, id, identity }),
    attributes: Object.fromEntries(
      stateAttributesOf(change.type).flatMap((path) => {
        const value = attribute(path);
        return value === undefined ? [] : [[path, value]];
      }),
    ),
  };
}

/** Looks up the values one by one, because the ARN shows the location of most resources. */
function* locationValues(
  attribute: (path: string) => string | undefined,
): Generator<string, void, undefined> {
  for (const path of locationAttributes) {
    const value = attribute(path);
    if (value !== undefined) yield value;
  }
}

/** Returns the text of the scalar at a dotted path, as the parser of states keeps it. */
function textAt(values: MutableJson, path: string): string | undefined {
  if (!path.includes('.')) return scalarText(maskOf(values, path));
  let value: MutableJson | undefined = values;
  for (const segment of path.split('.'))
    value = Array.isArray(value) ? value[Number(segment)] : maskOf(value, segment);
  return scalarText(value);
}

function scalarText(value: MutableJson | undefined): string | undefined {
  if (value === undefined || value === null || typeof value === 'object') return undefined;
  const text = String(value);
  const isUsable = text !== '' && text.length <= maximumValueLength && !/[\p{Cc}\p{Surrogate}]/u.test(text);
  return isUsable ? text : undefined;
}

function identityOf(value: MutableJson | undefined): StateEntry['identity'] {
  if (!isObject(value)) return undefined;
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const text = /^[a-z][a-z0-9_]{0,63}$/.test(name) ? scalarText(part) : undefined;
    return text === undefined || (name === 'arn' && readArn(text) === null) ? [] : [[name, text] as const];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts.slice(0, maximumIdentityParts));
}
