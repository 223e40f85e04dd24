import type { MutableJson } from '../../json/json.ts';
import { cutText, storableText } from '../../text/storable.ts';
import { PlanRejected } from './plan-rejected.ts';
import type { PlannedCheck, PlannedOutput } from './planned-change.ts';
import { readActions } from './raw-change.ts';
import { isObject } from '../../json/json.ts';
import { eachMarkedLeaf, marksAnything, maskOf } from '../redact/value-mask.ts';

const maximumNameLength = 255;
const maximumAddressLength = 2_048;

/**
 * Reads an element of `output_changes`.
 *
 * @param receive - receives the sensitive values
 * @throws PlanRejected
 */
export function readOutput(
  name: string,
  change: MutableJson,
  receive: (value: string | number) => void,
): PlannedOutput {
  const field = 'plan.output_changes';
  if (!isObject(change)) throw new PlanRejected('invalid_field', field);
  const masks = ['before', 'after'].map((side) => maskOf(change, `${side}_sensitive`));
  eachMarkedLeaf(maskOf(change, 'before'), masks[0], receive);
  eachMarkedLeaf(maskOf(change, 'after'), masks[1], receive);
  return {
    name: cutText(storableText(name), maximumNameLength),
    actions: readActions(maskOf(change, 'actions'), `${field}.actions`),
    sensitive: masks.some(marksAnything),
  };
}

/** Reads an element of `checks`: the address of the checked object and its status, without messages. */
export function readCheck(check: MutableJson): PlannedCheck | undefined {
  const address = maskOf(maskOf(check, 'address'), 'to_display');
  const status = maskOf(check, 'status');
  if (typeof address !== 'string' || typeof status !== 'string' || !/^[a-z_]{1,32}$/.test(status))
    return undefined;
  return { address: cutText(storableText(address), maximumAddressLength), status };
}
