import { z } from 'zod';
import { previewRule } from '../../db/ownership/rules/preview-rule.ts';
import { findRule } from '../../db/ownership/rules/rule-read-model.ts';
import { errors } from '../../domain/errors.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { requireRuleReferences } from './require-rule-references.ts';
import { ruleFields, tag, withConditionLimits } from './rule-schemas.ts';

const count = z.int().min(0);
const counts = z.object({ memberships: count, environments: count, teams: count });

const RulePreview = z
  .object({
    matched: count.describe('Resources that the conditions match'),
    sample: z
      .array(
        z.object({
          entity_type: z.literal('resource'),
          id,
          name: z.string(),
          resource_type: z.string(),
          aws_account_id: id,
          region: z.string(),
          application_name: z.string().describe('The application that the rule infers').optional(),
        }),
      )
      .describe('The first 20 matched resources by name'),
    would_add: counts,
    would_remove: counts,
    backtest: z
      .object({ confirmed: count, rejected: count, precision: z.number().min(0).max(1).nullable() })
      .describe('The reviews so far of the memberships that the rule would infer'),
  })
  .meta({ id: 'RulePreview' });

export const previewInferenceRule = operation({
  id: 'previewInferenceRule',
  method: 'POST',
  path: '/inference-rules/preview',
  tag,
  summary: 'Preview an inference rule',
  description:
    'Changes nothing. Returns what a rule with these conditions and this outcome matches, adds and removes, and how users ' +
    'reviewed the memberships that it would infer. `would_add` counts what no rule infers now; `would_remove` what the ' +
    'replaced rule inferred and this one would not. Without `rule_id`, nothing is removed.',
  access: 'rules:read',
  body: withConditionLimits(
    z.strictObject({
      ...ruleFields,
      name: ruleFields.name.optional(),
      rule_id: id.toLowerCase().describe('The rule that this one would replace').optional(),
    }),
  ),
  success: [200, RulePreview],
  errors: ['conflict'],
  async handle({ body, tenant }) {
    await requireRuleReferences(tenant, body);
    const replaced = body.rule_id === undefined ? undefined : await findRule(tenant, body.rule_id);
    if (body.rule_id !== undefined && replaced === undefined)
      throw errors.validationFailed('rule_id', 'does not exist');
    const { sample, backtest, ...preview } = await previewRule(tenant, body, replaced);
    return {
      ...preview,
      backtest: { ...backtest, precision: backtest.precision ?? null },
      sample: sample.map(({ application_name: applicationName, ...resource }) => ({
        entity_type: 'resource',
        ...resource,
        application_name: applicationName ?? undefined,
      })),
    };
  },
});
