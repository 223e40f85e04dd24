import { DescribeSubnetsCommand, DescribeVpcsCommand, EC2Client } from '@aws-sdk/client-ec2';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { rootConfig } from './account-clients.ts';
import { deploymentScope, servicesOf } from './sample-stacks.ts';

const region = 'eu-west-1';
const provider = 'provider["registry.terraform.io/hashicorp/aws"]';

/** Returns the bucket and the key of the Terraform state of an account: the ones of its backend block. */
export function sampleStateOf(account: { readonly id: string; readonly name: string }) {
  const { environment } = deploymentScope(account.name, region);
  return { bucket: `terraform-state-${account.id}`, key: `shop/${environment}/terraform.tfstate` };
}

/**
 * Writes a Terraform state (version 4, as provider 6 writes it) to S3. It has the resources that
 * `terraform/shop/<environment>` of the repository `infrastructure` declares. All exist but one: the queue `archive`.
 */
export async function writeSampleState(
  endpoint: string,
  account: { readonly id: string; readonly name: string },
): Promise<void> {
  const config = rootConfig(endpoint, account.id, region);
  const { bucket: Bucket, key: Key } = sampleStateOf(account);
  const state = {
    version: 4,
    terraform_version: '1.14.0',
    serial: 7,
    lineage: `5a1f9c1e-1111-4222-8333-${account.id}`,
    outputs: { environment: { value: deploymentScope(account.name, region).environment, type: 'string' } },
    resources: [
      ...(await network(new EC2Client(config), account)),
      ...services(account),
      resource(undefined, 'aws_sqs_queue', 'archive', [
        { attributes: queue(account.id, archiveOf(account)) },
      ]),
    ],
  };
  const s3 = new S3Client({ ...config, forcePathStyle: true });
  await s3
    .send(new CreateBucketCommand({ Bucket, CreateBucketConfiguration: { LocationConstraint: region } }))
    .catch((error: unknown) => {
      if (!(error instanceof Error && /BucketAlready/.test(error.name))) throw error;
    });
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: JSON.stringify(state, null, 2) }));
  s3.destroy();
}

/** Somebody deleted this queue without Terraform. */
function archiveOf(account: { readonly name: string }): string {
  return `archive-${deploymentScope(account.name, region).environment}`;
}

async function network(
  ec2: EC2Client,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<readonly object[]> {
  const { Vpcs: [vpc] = [] } = await ec2.send(
    new DescribeVpcsCommand({ Filters: [{ Name: 'tag:Name', Values: [`${name}-vpc`] }] }),
  );
  const vpcId = vpc?.VpcId ?? '';
  const { Subnets = [] } = await ec2.send(
    new DescribeSubnetsCommand({ Filters: [{ Name: 'vpc-id', Values: [vpcId] }] }),
  );
  ec2.destroy();
  const subnets = Subnets.map(({ SubnetId = '', CidrBlock = '' }) => ({ id: SubnetId, cidr: CidrBlock }));
  return [
    resource('module.network', 'aws_vpc', 'this', [
      { attributes: { id: vpcId, arn: `arn:aws:ec2:${region}:${id}:vpc/${vpcId}`, owner_id: id, region } },
    ]),
    resource(
      'module.network',
      'aws_subnet',
      'this',
      subnets
        .toSorted((one, other) => one.cidr.localeCompare(other.cidr))
        .map((subnet, index) => ({
          index_key: index,
          attributes: {
            id: subnet.id,
            arn: `arn:aws:ec2:${region}:${id}:subnet/${subnet.id}`,
            cidr_block: subnet.cidr,
            vpc_id: vpcId,
            region,
          },
        })),
    ),
  ];
}

function services({ id, name }: { readonly id: string; readonly name: string }): readonly object[] {
  const { environment } = deploymentScope(name, region);
  return servicesOf(name).flatMap((service) => {
    const full = `${service}-${environment}`;
    const table = { id: full, name: full, arn: `arn:aws:dynamodb:${region}:${id}:table/${full}`, region };
    const module = `module.service[${JSON.stringify(service)}]`;
    return [
      resource(module, 'aws_sqs_queue', 'this', [{ attributes: queue(id, full) }]),
      resource(module, 'aws_sqs_queue', 'dead_letters', [{ attributes: queue(id, `${full}-dead-letters`) }]),
      resource(module, 'aws_dynamodb_table', 'this', [{ attributes: table }]),
    ];
  });
}

function queue(account: string, name: string): object {
  const url = `https://sqs.${region}.amazonaws.com/${account}/${name}`;
  return { id: url, url, name, arn: `arn:aws:sqs:${region}:${account}:${name}`, region };
}

function resource(
  module: string | undefined,
  type: string,
  name: string,
  instances: readonly { readonly attributes: object; readonly index_key?: number }[],
): object {
  return {
    ...(module === undefined ? {} : { module }),
    mode: 'managed',
    type,
    name,
    provider,
    instances: instances.map((instance) => ({ schema_version: 0, ...instance, sensitive_attributes: [] })),
  };
}
