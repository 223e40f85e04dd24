import { codeAddressOf } from '../../../domain/mapping/address.ts';
import { PlanRejected } from '../../../domain/plans/read/plan-rejected.ts';
import { atField } from '../../../domain/plans/redact/redact-change.ts';
import {
  hasSensitiveAttributes,
  withSchemaMask,
} from '../../../domain/plans/redact/sensitive-attributes/schema-mask.ts';
import { eachMarkedLeaf, fitMask, maskOf } from '../../../domain/plans/redact/value-mask.ts';
import type { PlannedChangeOrigin } from '../../../domain/values.ts';
import type { JsonVisitor } from '../../../runtime/json/json-visitor.ts';
import { textVisitor } from '../../../runtime/json/read-once.ts';
import { visitMarks } from './mark-visitor.ts';
import type { PartReader } from './part-reader.ts';
import type { PlanParts } from './plan-parts.ts';

const maximumChanges = 100_000;
/** One more than agree. */
const maximumArns = 50;
/** Of the ARNs and addresses that are kept. */
const maximumCharacters = 16 * 1024 * 1024;

const sides = [
  ['before', 'after'],
  ['after', 'before'],
] as const;

/** Records the position of a change, its sensitive values, and the ARN of the resource before it. */
export function visitChange(
  parts: PartReader,
  plan: PlanParts,
  field: string,
  origin: PlannedChangeOrigin | undefined,
): JsonVisitor {
  if (plan.changes.length >= maximumChanges) throw new PlanRejected('too_many_changes');
  let [address, type, arn] = ['', '', ''];
  let isMarked = false;
  const marks = visitMarks(() => (isMarked = true));
  const before: JsonVisitor = {
    property: (name) => (name === 'arn' ? textVisitor((text) => (arn = text)) : undefined),
  };
  const change: JsonVisitor = {
    property(name) {
      if (name === 'before') return before;
      return name === 'before_sensitive' || name === 'after_sensitive' ? marks : undefined;
    },
  };
  const visitor: JsonVisitor = {
    property(name) {
      if (name === 'change') return change;
      if (name === 'type') return textVisitor((text) => (type = text));
      return name === 'address' ? textVisitor((text) => (address = text)) : undefined;
    },
  };
  return parts.part(visitor, (span, parse) => {
    plan.changes.push({ ...span, origin, field });
    if (arn !== '') addArn(plan, address, arn);
    if (!isMarked && !hasSensitiveAttributes(type)) return;
    const values = maskOf(parse(), 'change');
    atField(`${field}.change`, () => {
      for (const [side, other] of sides) {
        const value = maskOf(values, side);
        const mask = withSchemaMask(type, value, maskOf(values, `${side}_sensitive`));
        eachMarkedLeaf(value, mask, plan.secrets.add);
        eachMarkedLeaf(value, fitMask(maskOf(values, `${other}_sensitive`), value), plan.secrets.add);
      }
    });
  });
}

function addArn(plan: PlanParts, address: string, arn: string): void {
  const codeAddress = codeAddressOf(address);
  plan.arnCharacters += address.length + arn.length;
  if (codeAddress === undefined || plan.arnCharacters > maximumCharacters) return;
  const known = plan.arns.get(codeAddress) ?? new Set();
  if (known.size < maximumArns) known.add(arn);
  plan.arns.set(codeAddress, known);
}
