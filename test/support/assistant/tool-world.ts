import { assistantTools } from '../../../commands/assistant/tools.ts';
import type { ToolContext } from '../../../commands/assistant/tools.ts';
import type { Ambiguous, ToolResult } from '../../../domain/assistant/tool-response.ts';
import { permissions as allPermissions } from '../../../domain/identity/permissions.ts';
import type { Permission } from '../../../domain/identity/permissions.ts';
import { storedGraph } from '../graph/insert-edges.ts';
import { daysAgo } from '../inventory/inventory-api.ts';
import type { InventoryApi } from '../inventory/inventory-api.ts';
import { insertResources } from '../inventory/inventory-writer.ts';
import { aResource } from '../inventory/test-inventory.ts';
import { makeMappedOrganization } from '../mapping/mapping-fixture.ts';
import { storedOwnership } from '../ownership/stored-ownership.ts';

/** The arguments of a call. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Runs a tool as the assistant does. @throws Error when no tool has the name */
export async function runTool(
  { api }: InventoryApi,
  organizationId: string,
  name: string,
  args: Arguments = {},
  {
    permissions = allPermissions,
    ...more
  }: { readonly permissions?: readonly Permission[]; readonly now?: Date } = {},
): Promise<ToolResult | Ambiguous> {
  const tool = assistantTools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  tool.parameters.parse(args);
  const work = (tenant: ToolContext['tenant']) =>
    tool.run({ tenant, permissions: new Set(permissions), now: new Date(), ...more }, args);
  return api.services.database.withTenant(organizationId, work, { snapshot: true });
}

/** As {@link runTool}. @throws Error when a name is ambiguous */
export async function readTool(...call: Parameters<typeof runTool>): Promise<ToolResult> {
  const result = await runTool(...call);
  if ('ambiguous' in result) throw new Error(`${result.ambiguous.argument} is ambiguous`);
  return result;
}

/** Returns the values of a field of the rows. */
export function valuesOf({ rows }: ToolResult, field: string): readonly unknown[] {
  return rows.map(({ fields }) => fields[field]);
}

/** Returns the groups as an object of counts by key; `null` is the key of the group without a value. */
export function countsOf({ groups = [] }: ToolResult): Readonly<Record<string, number>> {
  return Object.fromEntries(groups.map(({ key, count }) => [String(key), count]));
}

/**
 * An organization with three queues in the account Main, of which the state of the project acme/infra/live manages `orders`,
 * and four resources in the account Sandbox, one of them deleted. `orders` belongs to the application Shop, which the team
 * Payments owns, and is in the environment Production. Staging is the default of Sandbox. A function uses `orders`.
 */
export async function makeToolWorld(fixture: InventoryApi) {
  const { inventory } = fixture;
  const mapped = await makeMappedOrganization(fixture, ['orders', 'invoices', 'mail']);
  const { organizationId, client, model } = mapped;
  await mapped.sync([mapped.entry('orders'), mapped.entry('lost')]);
  const sandbox = await inventory.addAccount(organizationId, 'Sandbox');
  await inventory.write(organizationId, (tenant) =>
    insertResources(
      tenant,
      model,
      [
        aResource(sandbox, {
          name: 'worker',
          type: 'AWS::Lambda::Function',
          region: 'us-east-1',
          tags: { Owner: 'ops' },
        }),
        aResource(sandbox, {
          name: 'web',
          tags: { Owner: 'dev', Tier: 'front' },
          managementState: 'unmanaged',
        }),
        aResource(sandbox, { name: 'db', region: 'us-east-1', tags: { Owner: 'dev' } }),
        aResource(sandbox, { name: 'gone' }),
      ],
      daysAgo(2),
    ),
  );
  const idOf = (name: string) => model.find(({ versions }) => versions[0]?.name === name)?.id ?? '';
  await inventory.query(`update resources set status = 'deleted', deleted_at = now() where id = $1`, [
    idOf('gone'),
  ]);
  const ownership = storedOwnership(inventory, organizationId);
  const shop = await ownership.application('Shop');
  const payments = await ownership.team('Payments');
  await ownership.teamOwner(shop, payments);
  await ownership.membership(shop, idOf('orders'));
  const production = await ownership.environment('Production');
  const staging = await ownership.environment('Staging');
  await inventory.query(
    `insert into resource_environments (organization_id, resource_id, environment_id, source) values ($1, $2, $3, 'tag')`,
    [organizationId, idOf('orders'), production],
  );
  await inventory.query('update aws_accounts set default_environment_id = $2 where id = $1', [
    sandbox,
    staging,
  ]);
  await inventory.query(
    `insert into account_freshness (organization_id, aws_account_id, recorded_at, last_successful_scan_at)
     values ($1, $2, $3, $3)`,
    [organizationId, mapped.account, new Date('2026-05-01T10:00:00.789Z')],
  );
  const [edge] = await storedGraph(inventory, organizationId).edges([
    { source: idOf('worker'), target: idOf('orders'), type: 'invokes' },
  ]);
  return { ...mapped, client, sandbox, idOf, shop, payments, production, staging, edge };
}

export type ToolWorld = Awaited<ReturnType<typeof makeToolWorld>>;

/** Inserts changes of a resource. */
export async function insertChange(
  { inventory }: InventoryApi,
  organizationId: string,
  resourceId: string,
  given: {
    readonly kind?: string;
    readonly at?: Date;
    readonly actor?: string;
    readonly explained?: boolean;
  } = {},
): Promise<void> {
  await inventory.query(
    `insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, occurred_at, source,
       actor_name, paths, diff, explained_by_kind, explained_by_id, explained_by_confidence)
     select organization_id, id, aws_account_id, region, resource_type, $3, $4, 'scan', $5, '{/Size}',
       '[{"op": "replace", "path": "/Size", "before": 1, "after": 2}]', $6,
       case when $6::text is not null then gen_random_uuid() end, case when $6::text is not null then 'high' end
     from resources where organization_id = $1 and id = $2`,
    [
      organizationId,
      resourceId,
      given.kind ?? 'updated',
      given.at ?? new Date(),
      given.actor ?? null,
      given.explained === true ? 'plan' : null,
    ],
  );
}
