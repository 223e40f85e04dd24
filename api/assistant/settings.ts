import { z } from 'zod';
import { cancelTurns } from '../../commands/assistant/cancel-turns.ts';
import { readSettings, updateSettings } from '../../db/assistant/settings-store.ts';
import type { SettingsFields } from '../../db/assistant/settings-store.ts';
import { listRunningTurns } from '../../db/assistant/turn-store.ts';
import { errors } from '../../domain/errors.ts';
import { assistantDataModes } from '../../domain/values.ts';
import { operation } from '../http/operation.ts';
import { recordVersion } from '../http/schemas.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { assistantTag } from './schemas.ts';

const fields = {
  enabled: z.boolean(),
  model: z.string().max(200).nullable().describe('`null` selects the first configured model'),
  data_mode: z
    .enum(assistantDataModes)
    .describe(
      '`schema_only`: the model receives types, states, counts and times, but no names, tags or values',
    ),
  daily_turn_limit: z.int().min(0).max(100_000).describe('Questions of the organization per UTC day'),
  retention_days: z
    .int()
    .min(1)
    .max(730)
    .describe('Days after the last turn until a conversation is deleted'),
};

const AssistantSettings = z.object({ ...fields, version: recordVersion }).meta({ id: 'AssistantSettings' });

export const assistantSettingsOperations = [
  operation({
    id: 'getAssistantSettings',
    method: 'GET',
    path: '/ai/settings',
    tag: assistantTag,
    summary: 'Get the settings of the assistant',
    description: 'Returns whether the assistant is enabled, and what the model receives.',
    access: 'assistant:read_settings',
    success: [200, AssistantSettings],
    async handle({ tenant }) {
      return present(await readSettings(tenant));
    },
  }),
  operation({
    id: 'updateAssistantSettings',
    method: 'PUT',
    path: '/ai/settings',
    tag: assistantTag,
    summary: 'Change the settings of the assistant',
    description: 'Changes the given fields. `enabled: false` cancels the running turns.',
    access: 'assistant:manage',
    audit: 'ai_settings.updated',
    versioned: 'ai_settings',
    body: z.strictObject(fields).partial(),
    success: [200, AssistantSettings],
    async handle({ body, tenant, services, audit }) {
      const { models } = services.assistantModels;
      if (typeof body.model === 'string' && !models.includes(body.model))
        throw errors.validationFailed('model', `must be null or one of ${models.join(', ')}`);
      const settings = await updateSettings(tenant, propertiesOf(body));
      if (!settings.enabled)
        await cancelTurns(tenant, services, await listRunningTurns(tenant), 'The assistant was disabled.');
      audit({ type: 'ai_settings', id: tenant.organizationId, details: body });
      return present(settings);
    },
  }),
];

function present(settings: SettingsFields): z.input<typeof AssistantSettings> {
  return {
    enabled: settings.enabled,
    model: settings.model ?? null,
    data_mode: settings.dataMode,
    daily_turn_limit: settings.dailyTurnLimit,
    retention_days: settings.retentionDays,
    version: settings.version,
  };
}
