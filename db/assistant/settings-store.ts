import { daySeconds } from '../../domain/time.ts';
import type { PartialModelObject } from 'objection';
import { errors } from '../../domain/errors.ts';
import { execute, oneRowOf, queryModel } from '../query.ts';
import type { RowFields } from '../row-store.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { AssistantSettings } from './assistant-settings.ts';

export type SettingsFields = Pick<
  AssistantSettings,
  'enabled' | 'model' | 'dataMode' | 'dailyTurnLimit' | 'retentionDays' | 'version'
>;

/** Days after the last turn until a conversation is deleted. */
export const defaultRetentionDays = 90;

const defaults: SettingsFields = {
  enabled: true,
  model: undefined,
  dataMode: 'full',
  dailyTurnLimit: 200,
  retentionDays: defaultRetentionDays,
  version: 1,
};

/** Returns the settings of the organization, or the defaults if it never changed them. */
export async function readSettings(tenant: Tenant): Promise<SettingsFields> {
  return (await queryModel(tenant, AssistantSettings).findById([tenant.organizationId])) ?? defaults;
}

/** @throws CatalogueError `ai_disabled`. */
export async function requireEnabledAssistant(tenant: Tenant): Promise<void> {
  if (!(await readSettings(tenant)).enabled) throw errors.aiDisabled();
}

/**
 * Locks the settings until the transaction ends and returns them. Turns of the organization are started one at a time, and
 * not while the assistant is being disabled.
 */
export async function lockSettings(tenant: Tenant): Promise<SettingsFields> {
  await execute(
    tenant,
    sql`insert into ai_settings (organization_id) values (${tenant.organizationId})
      on conflict (organization_id) do nothing`,
  );
  return oneRowOf<AssistantSettings>(
    tenant,
    sql`select * from ai_settings where organization_id = ${tenant.organizationId} for update`,
  );
}

/** Changes the given fields and returns the settings. */
export async function updateSettings(
  tenant: Tenant,
  fields: Pick<RowFields<AssistantSettings>, Exclude<keyof SettingsFields, 'version'>>,
): Promise<SettingsFields> {
  await lockSettings(tenant);
  const row = { ...fields, updatedAt: new Date() } as PartialModelObject<AssistantSettings>;
  return queryModel(tenant, AssistantSettings).patchAndFetchById([tenant.organizationId], row);
}

/**
 * Counts a question of the current UTC day. The settings are locked.
 * @throws CatalogueError `rate_limited` until midnight UTC, if the day has `daily_turn_limit` questions.
 */
export async function countQuestion(tenant: Tenant): Promise<void> {
  const { organizationId } = tenant;
  const counted = await execute(
    tenant,
    sql`update ai_settings set counted_on = (now() at time zone 'UTC')::date,
        counted_turns = case when counted_on = (now() at time zone 'UTC')::date then counted_turns else 0 end + 1
      where organization_id = ${organizationId} and daily_turn_limit >
        case when counted_on = (now() at time zone 'UTC')::date then counted_turns else 0 end`,
  );
  if (counted > 0) return;
  const row = await oneRowOf<{ seconds: number; dailyTurnLimit: number }>(
    tenant,
    sql`select ceil(extract(epoch from
        date_trunc('day', now() at time zone 'UTC') + interval '1 day' - (now() at time zone 'UTC')))::int as seconds,
        daily_turn_limit
      from ai_settings where organization_id = ${organizationId}`,
  );
  throw errors.rateLimited(
    row.seconds,
    { name: 'daily_turns', limit: row.dailyTurnLimit, windowSeconds: daySeconds },
    `The organization has asked its ${row.dailyTurnLimit} questions of this day. The next ones are accepted from midnight UTC on.`,
  );
}
