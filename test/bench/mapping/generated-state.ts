/** A state of version 4 with queues and a few types without a rule, as Terraform 1.9 writes it. */
export interface GeneratedState {
  readonly size: number;
  readonly account: string;
  readonly region: string;
}

/** The name of the queue with this number, in the state and in the inventory. */
export const queueName = (index: number) => `queue-${index}`;
export const queueArn = ({ account, region }: GeneratedState, index: number) =>
  `arn:aws:sqs:${region}:${account}:${queueName(index)}`;

export const queuePolicy =
  '{"Statement":[{"Action":"sqs:SendMessage","Effect":"Allow","Principal":"*","Resource":"*"}],"Version":"2012-10-17"}';

const instancesPerResource = 50;

/** Returns the document as chunks, so that it is never one text. */
export function* generateState(state: GeneratedState): Generator<Buffer> {
  yield Buffer.from(
    '{"version":4,"terraform_version":"1.9.8","serial":7,"lineage":"0c2b1f0e-6f5b-4f0c-9b7d-2f6f5b4f0c9b","outputs":{},"resources":[',
  );
  for (let first = 0; first < state.size; first += instancesPerResource) {
    const instances = Array.from(
      { length: Math.min(instancesPerResource, state.size - first) },
      (_, offset) => instanceOf(state, first + offset),
    );
    const resource = {
      module: `module.queues_${first / instancesPerResource}`,
      mode: 'managed',
      type: 'aws_sqs_queue',
      name: 'this',
      provider: 'provider["registry.terraform.io/hashicorp/aws"]',
      instances,
    };
    yield Buffer.from(`${first === 0 ? '' : ','}${JSON.stringify(resource)}`);
  }
  yield Buffer.from('],"check_results":null}');
}

function instanceOf(state: GeneratedState, index: number) {
  const name = queueName(index);
  return {
    index_key: name,
    schema_version: 0,
    attributes: {
      arn: queueArn(state, index),
      id: `https://sqs.${state.region}.amazonaws.com/${state.account}/${name}`,
      url: `https://sqs.${state.region}.amazonaws.com/${state.account}/${name}`,
      name,
      name_prefix: '',
      delay_seconds: 0,
      fifo_queue: false,
      kms_master_key_id: '',
      max_message_size: 262_144,
      message_retention_seconds: 345_600,
      policy: queuePolicy,
      redrive_policy: '',
      sqs_managed_sse_enabled: true,
      tags: { Name: name, Team: 'payments' },
      tags_all: { Name: name, Team: 'payments' },
      timeouts: null,
      visibility_timeout_seconds: 30,
    },
    sensitive_attributes: [],
    private: 'bnVsbA==',
    dependencies: ['aws_kms_key.main'],
  };
}
