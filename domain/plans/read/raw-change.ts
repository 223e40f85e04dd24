import { defined } from '../../defined.ts';
import type { MutableJson } from '../../json/json.ts';
import type { PlannedChangeOrigin } from '../../values.ts';
import type { ChangeValues } from './changed-paths.ts';
import { PlanRejected } from './plan-rejected.ts';
import { isObject } from '../../json/json.ts';
import { maskOf } from '../redact/value-mask.ts';
import { quoteHcl } from '../../mapping/hcl-text.ts';
import { withSchemaMask } from '../redact/sensitive-attributes/schema-mask.ts';
import { storableText } from '../../text/storable.ts';

const maximumAddressLength = 2_048;
const maximumTextLength = 255;

/** A change as the plan has it, with checked fields. Its values are not redacted. */
export interface RawChange extends ChangeValues {
  readonly origin?: PlannedChangeOrigin;
  readonly address: string;
  readonly previousAddress?: string;
  /** `managed`, `data`, or `ephemeral` of OpenTofu. */
  readonly mode: string;
  readonly type: string;
  readonly provider: string;
  readonly actions: readonly string[];
  readonly actionReason?: string;
  readonly deposed?: string;
  readonly importing?: { readonly id?: string; readonly identity?: MutableJson; readonly isUnknown: boolean };
  readonly identity?: MutableJson;
}

/**
 * Reads an element of `resource_changes` or `resource_drift`, or the `resource_change` of a deferred one.
 *
 * @param field - its path, for errors
 * @throws PlanRejected `invalid_field`, `invalid_address`
 */
export function readRawChange(
  element: MutableJson,
  field: string,
  origin: PlannedChangeOrigin | undefined,
): RawChange {
  if (!isObject(element)) throw new PlanRejected('invalid_field', field);
  const change = maskOf(element, 'change');
  if (!isObject(change)) throw new PlanRejected('invalid_field', `${field}.change`);
  const text = (key: string) => readText(maskOf(element, key), `${field}.${key}`);
  const address = readAddress(
    maskOf(element, 'address') ?? composeAddress(element, origin),
    `${field}.address`,
  );
  const previous = maskOf(element, 'previous_address') ?? '';
  const previousAddress = previous === '' ? '' : readAddress(previous, `${field}.previous_address`);
  const deposed = text('deposed');
  const actionReason = text('action_reason');
  const type = text('type');
  const mode = text('mode');
  if (type === '') throw new PlanRejected('invalid_field', `${field}.type`);
  const [before, after] = [maskOf(change, 'before'), maskOf(change, 'after')];
  const importing = readImporting(maskOf(change, 'importing'), `${field}.change.importing`);
  const identity = maskOf(change, 'before_identity') ?? maskOf(change, 'after_identity');
  return {
    ...defined({ origin }),
    address,
    ...(previousAddress === '' || previousAddress === address ? {} : { previousAddress }),
    // Terraform 0.12 writes the mode as later versions do; other tools may omit it.
    mode: mode === '' ? (/(?:^|\.)data\.[^.]+\.[^.]+$/.test(address) ? 'data' : 'managed') : mode,
    type,
    provider: text('provider_name'),
    actions: readActions(maskOf(change, 'actions'), `${field}.change.actions`),
    ...(actionReason === '' ? {} : { actionReason }),
    ...(deposed === '' ? {} : { deposed }),
    ...defined({ importing }),
    ...(identity === undefined || identity === null ? {} : { identity }),
    before,
    after,
    unknown: maskOf(change, 'after_unknown'),
    beforeSensitive: withSchemaMask(type, before, maskOf(change, 'before_sensitive')),
    afterSensitive: withSchemaMask(type, after, maskOf(change, 'after_sensitive')),
  };
}

/**
 * Returns the address of drift from its parts. Terraform 0.15.2 to 1.0.0 writes `resource_drift` without addresses. Source:
 * Terraform, "JSON Output Format", change representation.
 */
function composeAddress(element: MutableJson, origin: PlannedChangeOrigin | undefined): string | undefined {
  const [type, name] = [maskOf(element, 'type'), maskOf(element, 'name')];
  if (origin !== 'drift' || typeof type !== 'string' || typeof name !== 'string') return undefined;
  const module = maskOf(element, 'module_address') ?? '';
  const index = maskOf(element, 'index') ?? '';
  if (typeof module !== 'string' || (typeof index !== 'string' && typeof index !== 'number'))
    return undefined;
  const resource = `${maskOf(element, 'mode') === 'data' ? 'data.' : ''}${type}.${name}`;
  const key = typeof index === 'number' ? `[${index}]` : `[${quoteHcl(index)}]`;
  return `${module === '' ? '' : `${module}.`}${resource}${maskOf(element, 'index') === undefined ? '' : key}`;
}

/** Returns the key under which a change must occur once in its list. */
export function keyOfChange({ address, deposed, origin }: RawChange): string {
  return `${origin ?? ''} ${deposed ?? ''} ${address}`;
}

/** Returns the actions of a change. @throws PlanRejected `invalid_field` */
export function readActions(value: MutableJson | undefined, field: string): readonly string[] {
  const isList = Array.isArray(value) && value.length > 0 && value.length <= 4;
  if (!isList) throw new PlanRejected('invalid_field', field);
  return value.map((action) => {
    if (typeof action !== 'string' || !/^[a-z][a-z-]{0,31}$/.test(action))
      throw new PlanRejected('invalid_field', field);
    return action;
  });
}

function readAddress(value: MutableJson | undefined, field: string): string {
  const isValid =
    typeof value === 'string' &&
    value !== '' &&
    value.length <= maximumAddressLength &&
    !/\p{Cc}/u.test(value);
  if (!isValid) throw new PlanRejected('invalid_address', field);
  return storableText(value);
}

/** Returns `''` for a missing text. */
function readText(value: MutableJson | undefined, field: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string' || value.length > maximumTextLength || /\p{Cc}/u.test(value))
    throw new PlanRejected('invalid_field', field);
  return storableText(value);
}

function readImporting(value: MutableJson | undefined, field: string): RawChange['importing'] {
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw new PlanRejected('invalid_field', field);
  const id = maskOf(value, 'id');
  const identity = maskOf(value, 'identity');
  return {
    ...(typeof id === 'string' && id !== '' ? { id } : {}),
    ...(isObject(identity) ? { identity } : {}),
    isUnknown: maskOf(value, 'unknown') === true,
  };
}
