import { createHash, randomUUID } from 'node:crypto';
import type { Owner } from '../discovery/owner.ts';

/** A resource with its document, as a scan stores it. */
export interface InventoryResource {
  readonly id?: string;
  readonly accountId: string;
  readonly region?: string;
  readonly type: string;
  readonly nativeId: string;
  readonly arn?: string | null;
  readonly name?: string | null;
  readonly status?: 'active' | 'deleted' | 'unobserved';
  readonly configuration?: object;
  readonly tags?: Readonly<Record<string, string>>;
  readonly volatile?: object;
}

/** Inserts an organization without users. Returns its id. */
export async function insertOrganization(owner: Owner): Promise<string> {
  const [row] = await owner.query<{ id: string }>(
    `insert into organizations (name, slug) values ('Test', gen_random_uuid()::text) returning id`,
  );
  return row?.id ?? '';
}

/** Inserts connected accounts without a role. Returns their ids in order. */
export async function insertAccounts(
  owner: Owner,
  organizationId: string,
  awsAccountNumbers: readonly string[],
): Promise<readonly string[]> {
  const rows = await owner.query<{ id: string }>(
    `with connection as (
       insert into aws_connections (organization_id, name, kind, external_id, role_name)
       values ($1, 'test ' || gen_random_uuid(), 'standalone', gen_random_uuid()::text, 'inventory') returning id
     ), inserted as (
       insert into aws_accounts (organization_id, connection_id, account_id, role_arn, status)
       select $1, c.id, n.number, 'arn', 'connected' from connection c, unnest($2::text[]) n(number)
       returning id, account_id
     ) select i.id from inserted i join unnest($2::text[]) with ordinality n(number, position) on n.number = i.account_id
       order by n.position`,
    [organizationId, awsAccountNumbers],
  );
  return rows.map(({ id }) => id);
}

/** Inserts resources, or replaces the configuration and status of existing ones. Returns their ids in order. */
export async function putResources(
  owner: Owner,
  organizationId: string,
  resources: readonly InventoryResource[],
): Promise<readonly string[]> {
  const rows = resources.map((resource) => {
    const { configuration = {}, tags = {} } = resource;
    return {
      id: resource.id ?? randomUUID(),
      account: resource.accountId,
      region: resource.region ?? 'eu-west-1',
      type: resource.type,
      native_id: resource.nativeId,
      arn: resource.arn ?? null,
      name: resource.name ?? null,
      status: resource.status ?? 'active',
      configuration,
      tags,
      volatile: resource.volatile ?? {},
      hash: createHash('sha256')
        .update(JSON.stringify([configuration, tags]))
        .digest('hex'),
    };
  });
  await owner.query(
    `with given as materialized (
       select * from jsonb_to_recordset($2) o(id uuid, account uuid, region text, type text, native_id text, arn text,
         name text, status text, configuration jsonb, tags jsonb, volatile jsonb, hash text)
     ), stored as (
       insert into resources (organization_id, id, aws_account_id, region, resource_type, native_id, arn, name, status,
         config_hash, rule_set, deleted_at)
       select $1, id, account, region, type, native_id, arn, name, status, hash, 1,
         case when status = 'deleted' then now() end from given
       on conflict on constraint resources_pkey do update set status = excluded.status, config_hash = excluded.config_hash,
         deleted_at = excluded.deleted_at, arn = excluded.arn, name = excluded.name
     )
     insert into resource_documents (organization_id, resource_id, revision, configuration, volatile, tags)
     select $1, id, 1, configuration, volatile, tags from given
     on conflict on constraint resource_documents_pkey do update set configuration = excluded.configuration,
       volatile = excluded.volatile, tags = excluded.tags`,
    [organizationId, JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
}
