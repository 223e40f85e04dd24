import { queryAsOwner } from '../query-as-owner.ts';

export interface StoredResource {
  readonly region?: string;
  readonly type?: string;
  readonly nativeId: string;
  readonly name?: string | null;
  readonly arn?: string | null;
  readonly managementState?: string;
  readonly status?: string;
  readonly configuration?: object;
}

/** Inserts an account without a role into the database. Returns its id. */
export async function insertAccount(url: string, organizationId: string, number: string): Promise<string> {
  const [row] = await queryAsOwner<{ id: string }>(
    url,
    `with connection as (
       insert into aws_connections (organization_id, name, kind, external_id, role_name, status)
       values ($1, 'Account ' || $2, 'standalone', gen_random_uuid()::text, 'inventory', 'active') returning id)
     insert into aws_accounts (organization_id, connection_id, account_id, role_arn, status)
     select $1, id, $2, 'arn', 'connected' from connection returning id`,
    [organizationId, number],
  );
  return row?.id ?? '';
}

/** Inserts a resource into the database: by default an unmanaged bucket in eu-west-1. Returns its id. */
export async function insertResource(
  url: string,
  organizationId: string,
  accountId: string,
  given: StoredResource,
): Promise<string> {
  const { nativeId, region = 'eu-west-1', type = 'AWS::S3::Bucket', name = nativeId, arn = null } = given;
  const { managementState = 'unmanaged', status = 'active', configuration = {} } = given;
  const [row] = await queryAsOwner<{ id: string }>(
    url,
    `with resource as (
       insert into resources (organization_id, aws_account_id, region, resource_type, native_id, name, arn,
         management_state, status, deleted_at, config_hash, rule_set)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $9 = 'deleted' then now() end, 'h', 1) returning id),
     document as (
       insert into resource_documents (organization_id, resource_id, revision, configuration, volatile, tags)
       select $1, id, 1, $10, '{}', '{}' from resource)
     select id from resource`,
    [organizationId, accountId, region, type, nativeId, name, arn, managementState, status, configuration],
  );
  return row?.id ?? '';
}
