import { z } from 'zod';
import { authorTypeOf } from '../../domain/identity/author.ts';
import type { PausedInference } from '../../db/ownership/inference/inference-pause.ts';
import type { InferenceRuleRow } from '../../db/ownership/rules/rule-store.ts';
import { regionPattern } from '../../domain/discovery/regions/region-name.ts';
import { maximumDepth, maximumLeaves } from '../../domain/ownership/condition.ts';
import type { Condition as ConditionValue } from '../../domain/ownership/condition.ts';
import {
  findExceededLimit,
  maximumGlobLength,
  maximumValues,
} from '../../domain/ownership/condition-limits.ts';
import type { RuleOutcome as RuleOutcomeValue } from '../../domain/ownership/rule-outcome.ts';
import { precisionOf } from '../../domain/ownership/rule-precision.ts';
import { relationshipDirections, relationshipTypes } from '../../domain/values.ts';
import { authorType, confidence, id, iso, longText, shortText, timestamp } from '../http/schemas.ts';

export const inferenceRuleTag = 'Inference rules';

/** Returns whether exactly one of the fields is set. */
const hasOne = (names: readonly string[]) => (value: Readonly<Record<string, unknown>>) =>
  names.filter((name) => value[name] !== undefined).length === 1;
const oneOf = (names: readonly string[]) => `must have exactly one of ${names.join(', ')}`;

const recordId = id.toLowerCase();
const tagKey = z.string().min(1).max(128);
const glob = z
  .string()
  .min(1)
  .max(maximumGlobLength)
  .describe('Matches the whole text: `*` any characters, `?` one character');
const valuesOf = <T extends z.ZodType>(value: T) => z.array(value).min(1).max(maximumValues);
const listTest = <T extends z.ZodType>(value: T) => z.strictObject({ in: valuesOf(value) }).optional();

const tagTests = ['equals', 'in', 'matches', 'exists'];
const TagTest = z
  .strictObject({
    key: tagKey.describe('Compared without case and separators: `CostCenter` is `cost-center`'),
    equals: z.string().max(256).optional(),
    in: valuesOf(z.string().max(256)).optional(),
    matches: glob.optional(),
    exists: z.boolean().optional(),
  })
  .refine(hasOne(tagTests), oneOf(tagTests));

const nameTests = ['equals', 'in', 'matches'];
const name = z.string().min(1).max(1000);
const NameTest = z
  .strictObject({ equals: name.optional(), in: valuesOf(name).optional(), matches: glob.optional() })
  .refine(hasOne(nameTests), oneOf(nameTests));

const RelationTest = z.strictObject({
  application_id: recordId,
  relationship_type: z.enum(relationshipTypes).optional(),
  direction: z.enum(relationshipDirections).describe('Seen from the resource that is tested').optional(),
});

const leaves = {
  tag: TagTest.optional(),
  name: NameTest.optional(),
  account: listTest(recordId),
  region: listTest(z.string().regex(regionPattern, 'must be an AWS region or global')),
  resource_type: listTest(
    z
      .string()
      .max(200)
      .regex(/^[A-Za-z0-9]+(::[A-Za-z0-9]+)+$/, 'must be a resource type, such as AWS::SQS::Queue'),
  ),
  ou: z
    .strictObject({ under: z.string().max(2000).regex(/^\//, 'must start with /') })
    .describe('Organizational units, by path; includes the unit itself')
    .optional(),
  project: listTest(recordId),
  repository: listTest(recordId),
  related_to: RelationTest.describe(
    'Resources with a relationship to a member of the application',
  ).optional(),
};
const combinations = ['all', 'any', 'not', ...Object.keys(leaves)];

/**
 * A condition of a rule. {@link withConditionLimits} checks the levels and the number of leaves. One object of which one field is
 * set, because the errors of a union lose the path of the mistake.
 */
export const Condition: z.ZodType<ConditionValue> = z
  .strictObject({
    ...leaves,
    get all() {
      return z.array(Condition).min(1).max(maximumValues).optional();
    },
    get any() {
      return z.array(Condition).min(1).max(maximumValues).optional();
    },
    get not() {
      return Condition.optional();
    },
  })
  .refine(hasOne(combinations), oneOf(combinations))
  .meta({
    // ogen resolves recursive types in the order of their names, and this one before the schemas that contain it.
    id: 'ConditionExpression',
    description:
      'One condition, or a combination with `all`, `any` or `not`; exactly one field. At most ' +
      `${maximumDepth} levels and ${maximumLeaves} leaf conditions.`,
    minProperties: 1,
    maxProperties: 1,
    examples: [{ tag: { key: 'Application', equals: 'payments' } }],
  }) as unknown as z.ZodType<ConditionValue>;

const applicationChoices = ['id', 'name_from_tag'];
const outcomeParts = ['application', 'environment', 'team'];

export const RuleOutcome = z
  .strictObject({
    application: z
      .strictObject({
        id: recordId.optional(),
        name_from_tag: tagKey
          .describe('The application with the name in this tag; it is created when there is none')
          .optional(),
      })
      .refine(hasOne(applicationChoices), oneOf(applicationChoices))
      .optional(),
    environment: z.strictObject({ id: recordId }).optional(),
    team: z.strictObject({ id: recordId }).optional(),
    confidence: confidence.describe('Default: `medium`').optional(),
  })
  .refine(
    (outcome) => outcomeParts.some((part) => outcome[part as keyof typeof outcome] !== undefined),
    'must have an application, an environment or a team',
  )
  .meta({
    id: 'RuleOutcome',
    examples: [{ application: { name_from_tag: 'Application' } }],
  }) as unknown as z.ZodType<RuleOutcomeValue>;

export const ruleFields = {
  name: shortText,
  description: longText.nullish(),
  conditions: Condition,
  outcome: RuleOutcome,
  priority: z.int().min(0).max(10_000).describe('Lower is evaluated first. Default: 100').optional(),
  enabled: z.boolean().describe('Default: true').optional(),
};

/** Wraps a body schema: rejects conditions that exceed a limit before the schema validates them. */
export function withConditionLimits<T extends z.ZodType>(body: T) {
  return z.preprocess((value, context) => {
    const conditions =
      typeof value === 'object' && value !== null && 'conditions' in value ? value.conditions : undefined;
    const exceeded = findExceededLimit(conditions);
    if (exceeded !== undefined)
      context.addIssue({
        code: 'custom',
        message: exceeded.reason,
        path: ['conditions', ...exceeded.path],
        input: value,
      });
    return value;
  }, body);
}

export const InferenceRule = z
  .object({
    id,
    name: z.string(),
    description: z.string().optional(),
    enabled: z.boolean(),
    priority: z.int(),
    conditions: Condition,
    outcome: RuleOutcome,
    precision: z
      .number()
      .min(0)
      .max(1)
      .describe('Confirmed ÷ (confirmed + rejected); absent without a review')
      .optional(),
    confirmed: z.int().min(0).describe('Memberships of the rule that users confirmed'),
    rejected: z.int().min(0).describe('Memberships of the rule that users rejected'),
    suspended_at: timestamp.describe('The rule infers nothing until it is enabled again').optional(),
    learned_from: id.describe('The membership whose confirmation created the rule').optional(),
    created_by: id.optional(),
    created_by_type: authorType.optional(),
    created_at: timestamp,
    updated_at: timestamp,
    inference_pause: z
      .object({
        reason: z.string().describe('The error of the last run'),
        until: timestamp.describe('When the next run starts; after a change of a rule it starts earlier'),
      })
      .describe('Present while no run of the organization starts, because runs failed')
      .optional(),
  })
  .meta({ id: 'InferenceRule' });

/** @param pause the pause of the organization; it concerns every rule */
export function presentRule(
  row: InferenceRuleRow,
  pause: PausedInference | undefined,
): z.input<typeof InferenceRule> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    enabled: row.enabled,
    priority: row.priority,
    conditions: row.conditions,
    outcome: row.outcome,
    precision: precisionOf(row.confirmed, row.rejected),
    confirmed: row.confirmed,
    rejected: row.rejected,
    suspended_at: iso(row.suspendedAt),
    learned_from: row.learnedFrom,
    created_by: row.createdBy,
    created_by_type: authorTypeOf(row.createdBy),
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    ...(pause === undefined ? {} : { inference_pause: { reason: pause.reason, until: iso(pause.until) } }),
  };
}
