import { z } from 'zod';
import { defined } from '../../../domain/defined.ts';
import { nameTagOf } from '../../../domain/ownership/rule-outcome.ts';
import type { RuleOutcome } from '../../../domain/ownership/rule-outcome.ts';
import { listDriftRules, maximumDriftRules } from '../../../db/drift/drift-rule-store.ts';
import { maximumRules } from '../../../db/ownership/rules/rule-limits.ts';
import { listRules } from '../../../db/ownership/rules/rule-read-model.ts';
import { entityOf, nameLookup, toolRow, timeText } from './shared/entities.ts';
import { countOnly, paging } from './shared/parameters.ts';
import { listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';
import type { ToolContext } from './shared/tool.ts';

export const listInferenceRulesTool = defineTool({
  name: 'list_inference_rules',
  description:
    'Lists the rules that infer the application, environment and owner of resources, in their order, with the numbers of ' +
    'confirmed and rejected memberships.',
  permission: 'rules:read',
  parameters: z.strictObject({ enabled: z.boolean().optional(), ...paging, count_only: countOnly }),
  async run(context, args) {
    const rules = (await listRules(context.tenant, maximumRules, undefined)).filter(
      ({ enabled }) => args.enabled === undefined || enabled === args.enabled,
    );
    const outcomes = await outcomeTexts(
      context,
      rules.map(({ outcome }) => outcome),
    );
    return listResult(context, args, {
      total: rules.length,
      rows: async (maximum) =>
        rules
          .slice(0, maximum + 1)
          .map((rule, index) =>
            toolRow(
              entityOf('inference_rule', rule.id, rule.name),
              {
                name: rule.name,
                description: rule.description,
                enabled: rule.enabled,
                is_suspended: rule.suspendedAt !== undefined,
                priority: rule.priority,
                outcome: outcomes[index],
                confirmed: rule.confirmed,
                rejected: rule.rejected,
                updated_at: timeText(rule.updatedAt),
              },
              ['enabled', 'is_suspended', 'priority', 'confirmed', 'rejected', 'updated_at'],
            ),
          ),
    });
  },
});

/** `application Shop, environment production` */
async function outcomeTexts(
  context: ToolContext,
  outcomes: readonly RuleOutcome[],
): Promise<readonly string[]> {
  const ids = (kind: 'environment' | 'team') => outcomes.map((outcome) => outcome[kind]?.id ?? null);
  const application = await nameLookup(
    context,
    'application',
    outcomes.map(({ application: one }) => (one !== undefined && 'id' in one ? one.id : null)),
  );
  const environment = await nameLookup(context, 'environment', ids('environment'));
  const team = await nameLookup(context, 'team', ids('team'));
  return outcomes.map((outcome) => {
    const tag = nameTagOf(outcome);
    const parts = [
      outcome.application !== undefined && 'id' in outcome.application
        ? `application ${application(outcome.application.id)}`
        : '',
      tag === undefined ? '' : `application by the tag ${tag}`,
      outcome.environment === undefined ? '' : `environment ${environment(outcome.environment.id)}`,
      outcome.team === undefined ? '' : `team ${team(outcome.team.id)}`,
    ];
    return parts.filter((part) => part !== '').join(', ');
  });
}

export const listDriftRulesTool = defineTool({
  name: 'list_drift_rules',
  description: 'Lists the rules that mute differences from the code, with their reasons.',
  permission: 'mapping:read',
  parameters: z.strictObject({ enabled: z.boolean().optional(), ...paging, count_only: countOnly }),
  async run(context, args) {
    const rules = (await listDriftRules(context.tenant, maximumDriftRules, undefined)).filter(
      ({ enabled }) => args.enabled === undefined || enabled === args.enabled,
    );
    return listResult(context, args, {
      total: rules.length,
      rows: async (maximum) =>
        rules
          .slice(0, maximum + 1)
          .map((rule) =>
            toolRow(
              entityOf('drift_rule', rule.id, rule.name),
              {
                name: rule.name,
                reason: rule.reason,
                conditions: defined(rule.conditions),
                enabled: rule.enabled,
                expires_at: timeText(rule.expiresAt),
                muted: rule.muted,
              },
              ['enabled', 'expires_at', 'muted'],
            ),
          ),
    });
  },
});
