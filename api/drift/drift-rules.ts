import { z } from 'zod';
import {
  createDriftRule,
  deleteDriftRule,
  getDriftRule,
  listDriftRules,
  previewDriftRule,
  updateDriftRule,
} from '../../db/drift/drift-rule-store.ts';
import type { DriftRule as Row } from '../../db/drift/drift-rule-store.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { boundedInstant, Deleted, id, iso, shortText, timestamp, recordVersion } from '../http/schemas.ts';
import { driftTag } from './drift.ts';

const glob = z.string().min(1).max(300);
const Conditions = z
  .strictObject({
    terraform_type: z.string().min(1).max(200).optional(),
    attribute: glob.optional().describe('A glob: `*` and `?`. A tag is `tags.<tag>`'),
    aws_account_id: id.optional(),
    tag: z.string().min(1).max(400).optional().describe('`key` or `key=value` of the resource'),
    address: glob.optional().describe('A glob: `*` and `?`'),
  })
  .refine(
    (conditions) => Object.values(conditions).some((value) => value !== undefined),
    'needs at least one condition',
  );

const DriftRule = z
  .object({
    id,
    name: z.string(),
    conditions: z.object({
      terraform_type: z.string().optional(),
      attribute: z.string().optional(),
      aws_account_id: id.optional(),
      tag: z.string().optional(),
      address: z.string().optional(),
    }),
    reason: z.string(),
    expires_at: timestamp.optional(),
    enabled: z.boolean(),
    muted: z.int().describe('Differences that the rule mutes'),
    created_at: timestamp,
    updated_at: timestamp,
    version: recordVersion,
  })
  .meta({ id: 'DriftRule' });

const fields = {
  name: shortText,
  conditions: Conditions,
  reason: z.string().trim().min(1).max(4000),
  expires_at: boundedInstant.nullable(),
  enabled: z.boolean(),
};

export const driftRuleOperations = [
  operation({
    id: 'listDriftRules',
    method: 'GET',
    path: '/drift-rules',
    tag: driftTag,
    summary: 'List the rules that mute drift',
    description:
      'Lists all rules, also disabled and expired ones, with the number of differences that each mutes.',
    access: 'mapping:read',
    query: z.strictObject(pagingParameters),
    success: [200, listOf(DriftRule)],
    async handle(context) {
      const { request, envelope } = pager(context, 'drift rules', context.query);
      const rows = await listDriftRules(context.tenant, request.limit, request.after?.[0]?.toString());
      return envelope(
        cutPage(rows, request.limit, (row) => [row.id]),
        present,
      );
    },
  }),
  operation({
    id: 'createDriftRule',
    method: 'POST',
    path: '/drift-rules',
    tag: driftTag,
    summary: 'Create a rule that mutes drift',
    description:
      'A difference that meets all conditions counts nowhere but in `muted`. An organization has at most 200 rules.',
    access: 'mapping:correct',
    audit: 'drift_rule.created',
    body: z.strictObject({
      ...fields,
      expires_at: fields.expires_at.optional(),
      enabled: fields.enabled.default(true),
    }),
    success: [201, DriftRule],
    location: '/drift-rules/{id}',
    errors: ['conflict'],
    async handle({ body, tenant, principal, audit }) {
      const { name, conditions, reason, expires_at: expiresAt, enabled } = body;
      const rule = await createDriftRule(
        tenant,
        { name, conditions, reason, enabled, expiresAt: expiresAt ?? undefined },
        principal.id,
      );
      audit({ type: 'drift_rule', id: rule.id, name });
      return present(rule);
    },
  }),
  operation({
    id: 'previewDriftRule',
    method: 'POST',
    path: '/drift-rules/preview',
    tag: driftTag,
    summary: 'Preview a rule that mutes drift',
    description: 'Changes nothing. Counts the differences that meet the conditions, and their resources.',
    access: 'mapping:read',
    body: z.strictObject({ conditions: Conditions }),
    success: [200, z.object({ differences: z.int(), resources: z.int() }).meta({ id: 'DriftRulePreview' })],
    handle: ({ body, tenant }) => previewDriftRule(tenant, body.conditions),
  }),
  operation({
    id: 'getDriftRule',
    method: 'GET',
    path: '/drift-rules/{id}',
    tag: driftTag,
    summary: 'Get a rule that mutes drift',
    description: 'Returns the rule with the number of differences that it mutes.',
    access: 'mapping:read',
    success: [200, DriftRule],
    handle: async ({ params, tenant }) => present(await getDriftRule(tenant, params.id)),
  }),
  operation({
    id: 'updateDriftRule',
    method: 'PATCH',
    path: '/drift-rules/{id}',
    versioned: 'drift_rules',
    tag: driftTag,
    summary: 'Change a rule that mutes drift',
    description:
      'Replaces the fields in the body. The differences of the organization are compared with the rule at once.',
    access: 'mapping:correct',
    audit: 'drift_rule.updated',
    body: z.strictObject(fields).partial(),
    success: [200, DriftRule],
    errors: ['conflict'],
    async handle({ body, params, tenant, audit }) {
      const { expires_at: expiresAt, ...rest } = body;
      const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      const rule = await updateDriftRule(tenant, params.id, {
        ...given,
        ...(expiresAt === undefined ? {} : { expiresAt: expiresAt ?? undefined }),
      });
      audit({ type: 'drift_rule', id: rule.id, name: rule.name });
      return present(rule);
    },
  }),
  operation({
    id: 'deleteDriftRule',
    method: 'DELETE',
    path: '/drift-rules/{id}',
    tag: driftTag,
    summary: 'Delete a rule that mutes drift',
    description: 'The differences that only this rule muted count again.',
    access: 'mapping:correct',
    audit: 'drift_rule.deleted',
    success: [200, Deleted],
    async handle({ params, tenant, audit }) {
      const rule = await deleteDriftRule(tenant, params.id);
      audit({ type: 'drift_rule', id: rule.id, name: rule.name });
      return { id: rule.id, deleted: true };
    },
  }),
];

function present(rule: Row): z.input<typeof DriftRule> {
  return {
    id: rule.id,
    name: rule.name,
    conditions: rule.conditions,
    reason: rule.reason,
    expires_at: iso(rule.expiresAt),
    enabled: rule.enabled,
    muted: rule.muted,
    created_at: iso(rule.createdAt),
    updated_at: iso(rule.updatedAt),
    version: rule.version,
  };
}
