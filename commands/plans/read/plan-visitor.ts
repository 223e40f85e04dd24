import { checkVersion } from '../../../domain/plans/read/check-header.ts';
import { PlanRejected } from '../../../domain/plans/read/plan-rejected.ts';
import { isTextPlan } from '../../../domain/plans/read/text-plan.ts';
import { readCheck, readOutput } from '../../../domain/plans/read/read-output.ts';
import { atField } from '../../../domain/plans/redact/redact-change.ts';
import { eachMarkedLeaf, maskOf } from '../../../domain/plans/redact/value-mask.ts';
import type { PlannedChangeOrigin } from '../../../domain/values.ts';
import type { JsonVisitor } from '../../../runtime/json/json-visitor.ts';
import { readOnce, textVisitor } from '../../../runtime/json/read-once.ts';
import { visitChange } from './change-visitor.ts';
import { visitConfiguration } from './configuration-visitor.ts';
import type { PartReader } from './part-reader.ts';
import type { PlanParts } from './plan-parts.ts';
import { visitIfMarked, visitValues } from './values-visitor.ts';

const maximumListed = 1_000;
const terraformVersion = /^[\w.+-]{1,64}$/;

/** Reads a plan, without the values of its changes. @throws PlanRejected */
export function visitPlan(parts: PartReader, plan: PlanParts): JsonVisitor {
  const { secrets } = plan;
  const known = readOnce({
    format_version: () =>
      textVisitor((text) => {
        checkVersion(text);
        plan.formatVersion = text;
      }),
    terraform_version: () =>
      textVisitor((text) => {
        if (terraformVersion.test(text)) plan.terraformVersion = text;
      }),
    errored: () => ({ scalar: (text) => (plan.isErrored = text === 'true') }),
    variables: () => ({
      property: (name) =>
        parts.kept((variable) => plan.variables.set(name, maskOf(variable, 'value') ?? null)),
    }),
    planned_values: () => visitValues(parts, secrets.add),
    prior_state: () => ({
      property: (name) => (name === 'values' ? visitValues(parts, secrets.add) : undefined),
    }),
    resource_changes: () => changesOf('resource_changes', undefined),
    resource_drift: () => changesOf('resource_drift', 'drift'),
    deferred_changes: () => ({
      element: (index) => ({
        property: (name) => {
          const field = `plan.deferred_changes.${index}.resource_change`;
          return name === 'resource_change' ? visitChange(parts, plan, field, 'deferred') : undefined;
        },
      }),
      ...rejectOtherKinds('plan.deferred_changes'),
    }),
    output_changes: () => ({
      property: (name) =>
        parts.parsed((change) => {
          const output = atField('plan.output_changes', () => readOutput(name, change, secrets.add));
          if (plan.outputs.length < maximumListed) plan.outputs.push(output);
        }),
    }),
    checks: () => ({
      element: () =>
        parts.parsed((element) => {
          const check = readCheck(element);
          if (check !== undefined && plan.checks.length < maximumListed) plan.checks.push(check);
        }),
    }),
    action_invocations: () => ({ element: visitInvocation }),
    deferred_action_invocations: () => ({
      element: () => ({ property: (name) => (name === 'action_invocation' ? visitInvocation() : undefined) }),
    }),
    configuration: () => visitConfiguration(parts, plan.configuration, secrets.add),
  });
  const visitInvocation = (): JsonVisitor =>
    visitIfMarked(parts, 'config_sensitive', (invocation) =>
      eachMarkedLeaf(
        maskOf(invocation, 'config_values'),
        maskOf(invocation, 'config_sensitive'),
        secrets.add,
      ),
    );
  const changesOf = (key: string, origin: PlannedChangeOrigin | undefined): JsonVisitor => ({
    element: (index) => visitChange(parts, plan, `plan.${key}.${index}`, origin),
    ...rejectOtherKinds(`plan.${key}`),
  });
  return {
    property(name) {
      // The first line of `terraform plan -json` has these keys.
      if (name === '@level' || name === '@message') throw new PlanRejected('event_lines');
      if (plan.keys.size < 100) plan.keys.add(name);
      return known(name);
    },
    element: () => {
      throw new PlanRejected('not_an_object');
    },
    scalar: (text, kind) => {
      if (kind !== 'string') throw new PlanRejected('not_an_object');
      throw new PlanRejected(text !== undefined && isTextPlan(text) ? 'plan_is_text' : 'plan_in_text');
    },
    span: (start, end) => (plan.span = { start, end }),
  };
}

/** A list of changes in another form would be skipped. `null` is an empty list in Go. */
function rejectOtherKinds(field: string): JsonVisitor {
  const reject = (): never => {
    throw new PlanRejected('invalid_field', field);
  };
  return { property: reject, scalar: (_, kind) => (kind === 'null' ? undefined : reject()) };
}
