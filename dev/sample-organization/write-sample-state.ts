import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DescribeVpcsCommand, EC2Client } from '@aws-sdk/client-ec2';
import { rootConfig } from './account-clients.ts';

const region = 'eu-west-1';

/** Key of the state object in the bucket `terraform-state-<account>`. */
export const sampleStateKey = 'shop/production/terraform.tfstate';

/** Writes a Terraform state (version 4) with the production queues, the tables and the VPCs of an account to S3. */
export async function writeSampleState(endpoint: string, account: string): Promise<void> {
  const config = rootConfig(endpoint, account, region);
  const { QueueUrls = [] } = await new SQSClient(config).send(new ListQueuesCommand({}));
  const { Vpcs = [] } = await new EC2Client(config).send(new DescribeVpcsCommand({}));
  const queues = QueueUrls.map((url) => ({ url, name: url.split('/').at(-1) ?? '' })).filter(({ name }) =>
    name.includes('-production'),
  );
  const resources = [
    ...queues.map(({ url, name }) =>
      resource('aws_sqs_queue', name, {
        id: url,
        url,
        name,
        arn: `arn:aws:sqs:${region}:${account}:${name}`,
      }),
    ),
    ...['orders', 'payments', 'catalogue'].map((name) =>
      resource('aws_dynamodb_table', name, {
        id: `${name}-production`,
        name: `${name}-production`,
        arn: `arn:aws:dynamodb:${region}:${account}:table/${name}-production`,
      }),
    ),
    ...Vpcs.filter(({ IsDefault }) => IsDefault !== true).map(({ VpcId = '' }, index) =>
      resource('aws_vpc', `network_${index}`, {
        id: VpcId,
        arn: `arn:aws:ec2:${region}:${account}:vpc/${VpcId}`,
      }),
    ),
  ];
  const state = {
    version: 4,
    terraform_version: '1.14.0',
    serial: 7,
    lineage: '5a1f9c1e-1111-4222-8333-444455556666',
    outputs: {},
    resources,
  };
  const s3 = new S3Client({ ...config, forcePathStyle: true });
  const Bucket = `terraform-state-${account}`;
  await s3
    .send(new CreateBucketCommand({ Bucket, CreateBucketConfiguration: { LocationConstraint: region } }))
    .catch((error: unknown) => {
      if (!(error instanceof Error && /BucketAlready/.test(error.name))) throw error;
    });
  await s3.send(new PutObjectCommand({ Bucket, Key: sampleStateKey, Body: JSON.stringify(state, null, 2) }));
}

function resource(type: string, name: string, attributes: object): object {
  return {
    mode: 'managed',
    type,
    name: name.replaceAll(/[^A-Za-z0-9_]/g, '_'),
    provider: 'provider["registry.terraform.io/hashicorp/aws"]',
    instances: [{ schema_version: 0, attributes, sensitive_attributes: [] }],
  };
}
