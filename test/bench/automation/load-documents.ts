import type pg from 'pg';

export const measuredType = 'AWS::EC2::Instance';
/** A type with a fifth of the resources of the measured one. */
export const smallerType = 'AWS::EC2::Host';
export const regions = ['eu-west-1', 'us-east-1', 'eu-central-1', 'us-west-2', 'ap-southeast-2'] as const;
const types = 100;

/** A document like a described instance: about 60 values, of which an eighth are unique. */
const document = `jsonb_build_object('InstanceId', 'i-' || word, 'ImageId', 'ami-' || left(word, 3),
  'InstanceType', (array['t3.micro', 'm5.large', 'c5.xlarge'])[i % 3 + 1], 'KeyName', 'key-' || i % 20, 'Architecture', 'x86_64',
  'LaunchTime', '2026-01-0' || i % 9 + 1 || 'T03:04:05Z', 'PrivateIpAddress', '10.0.' || i % 256 || '.' || (i / 256) % 256,
  'SubnetId', 'subnet-' || i % 3000, 'VpcId', 'vpc-' || i % 400, 'EbsOptimized', i % 2 = 0, 'EnaSupport', true,
  'Hypervisor', 'xen', 'RootDeviceName', '/dev/xvda', 'RootDeviceType', 'ebs', 'SourceDestCheck', true, 'VirtualizationType', 'hvm',
  'Placement', jsonb_build_object('AvailabilityZone', 'eu-west-1' || chr(97 + i % 3), 'GroupName', '', 'Tenancy', 'default'),
  'Monitoring', jsonb_build_object('State', 'disabled'), 'EngineVersion', '8.0.' || i % 40,
  'CpuOptions', jsonb_build_object('CoreCount', i % 8, 'ThreadsPerCore', 2),
  'MetadataOptions', jsonb_build_object('HttpTokens', case when i % 5 = 0 then 'optional' else 'required' end,
    'HttpEndpoint', 'enabled', 'HttpPutResponseHopLimit', 2, 'InstanceMetadataTags', 'disabled'),
  'BlockDeviceMappings', jsonb_build_array(jsonb_build_object('DeviceName', '/dev/xvda', 'Ebs',
    jsonb_build_object('VolumeId', 'vol-' || word, 'DeleteOnTermination', true, 'AttachTime', '2026-01-01T00:00:00Z', 'Status', 'attached'))),
  'IamInstanceProfile', jsonb_build_object('Arn', 'arn:aws:iam::123456789012:instance-profile/p' || i % 200, 'Id', 'AIPA' || i % 200),
  'NetworkInterfaces', jsonb_build_array(jsonb_build_object('NetworkInterfaceId', 'eni-' || word, 'MacAddress', left(word, 12),
    'Groups', jsonb_build_array(jsonb_build_object('GroupId', 'sg-' || i % 5000, 'GroupName', 'g' || i % 5000)),
    'PrivateIpAddresses', jsonb_build_array(jsonb_build_object('Primary', true, 'PrivateIpAddress', '10.0.' || i % 256 || '.' || (i / 256) % 256)),
    'Status', 'in-use', 'InterfaceType', 'interface')),
  'SecurityGroups', jsonb_build_array(jsonb_build_object('GroupId', 'sg-' || i % 5000, 'GroupName', 'g' || i % 5000)),
  'Tags', jsonb_build_array(jsonb_build_object('Key', 'Name', 'Value', 'n' || word), jsonb_build_object('Key', 'team', 'Value', 't' || i % 30)))`;

/**
 * Fills the tables that a search by properties reads, as their triggers would, with resources of 100 types: the first `measured`
 * have {@link measuredType}, a fifth as many {@link smallerType}.
 */
export async function loadDocuments(
  owner: pg.Client,
  organizationId: string,
  accounts: readonly string[],
  { measured, size }: { readonly measured: number; readonly size: number },
): Promise<void> {
  await owner.query(
    "set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '256MB'; set synchronous_commit = off",
  );
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where not i.indisunique and i.indrelid = any($1::regclass[])`,
    [filled],
  );
  for (const { name } of indexes) await owner.query(`drop index ${name}`);
  const list = (texts: readonly string[]) => `array[${texts.map((text) => `'${text}'`).join(', ')}]`;
  await owner.query(`
    create temp table made as
      select i, uuidv7() as id, (${list(accounts)}::uuid[])[i % ${accounts.length} + 1] as account,
             (${list(regions)})[(i / 7) % ${regions.length} + 1] as region, md5(i::text) as word,
             case when i <= ${measured} then '${measuredType}' when i <= ${measured * 1.2} then '${smallerType}' else 'AWS::Bench::Type' || i % ${types} end as type
      from generate_series(1, ${size}) i;
    insert into search_cells (organization_id, resource_type, aws_account_id, region)
      select distinct '${organizationId}'::uuid, type, account, region from made;
    analyze made; analyze search_cells;
    insert into resources (organization_id, id, aws_account_id, region, resource_type, native_id, arn, name, config_hash, rule_set)
      select '${organizationId}', id, account, region, type, word, 'arn:aws:bench:::' || word, word, repeat(word, 2), 1 from made;
    insert into resource_documents (organization_id, resource_id, revision, configuration, volatile, tags)
      select '${organizationId}', id, 1, ${document}, '{}', '{}' from made;
    insert into resource_search (organization_id, resource_id, cell_id, status, management_state, indexed, text)
      select '${organizationId}', m.id, c.id, 1, 1, true, word
      from made m join search_cells c on c.organization_id = '${organizationId}' and c.resource_type = m.type
        and c.aws_account_id = m.account and c.region = m.region;
    insert into resource_counts (organization_id, resource_type, aws_account_id, region, management_state, active, deleted, unobserved)
      select '${organizationId}', type, account, region, 'unknown', count(*), 0, 0 from made group by type, account, region;
    drop table made`);
  for (const { definition } of indexes) await owner.query(definition);
  for (const table of [...filled, 'resource_counts']) await owner.query(`vacuum (analyze) ${table}`);
  await owner.query('set session_replication_role = origin');
}

const filled = ['resources', 'resource_documents', 'resource_search', 'search_cells'];
