import { queueArn, queueName } from '../mapping/generated-state.ts';
import type { GeneratedState } from '../mapping/generated-state.ts';

/** Returns a plan that updates and deletes queues, and creates others, as one text of about `bytes`. */
export function generatePlan(state: GeneratedState, bytes: number): Buffer {
  const head = '{"format_version":"1.2","terraform_version":"1.11.4","resource_changes":[';
  const tail = ']}';
  const plain = Array.from({ length: state.size }, (_, index) => changeOf(state, index, ''));
  const length = plain.reduce((sum, text) => sum + text.length + 1, head.length + tail.length);
  // The policy of each queue fills the plan up to its size. It is in both values of a change.
  const padding = Math.max(0, Math.floor((bytes - length) / state.size / 2) - 1);
  const changes = plain.map((_, index) => changeOf(state, index, 'x'.repeat(padding)));
  return Buffer.from(`${head}${changes.join(',')}${tail}`);
}

/** Of 20 changes, one creates and one deletes. */
function changeOf(state: GeneratedState, index: number, padding: string): string {
  const kind = index % 20;
  const name = kind === 0 ? `new-${queueName(index)}` : queueName(index);
  const values = {
    arn: queueArn(state, index),
    name,
    delay_seconds: 0,
    fifo_queue: false,
    max_message_size: 262_144,
    message_retention_seconds: 345_600,
    policy: `{"Version":"2012-10-17","Statement":[],"Id":"${padding}"}`,
    sqs_managed_sse_enabled: true,
    tags: { Name: name, Team: 'payments' },
    tags_all: { Name: name, Team: 'payments' },
    visibility_timeout_seconds: 30,
  };
  const before = kind === 0 ? null : values;
  const after = kind === 1 ? null : { ...values, visibility_timeout_seconds: 60 };
  return JSON.stringify({
    address: `module.queues["${name}"].aws_sqs_queue.this`,
    mode: 'managed',
    type: 'aws_sqs_queue',
    name: 'this',
    provider_name: 'registry.terraform.io/hashicorp/aws',
    change: {
      actions: [kind === 0 ? 'create' : kind === 1 ? 'delete' : 'update'],
      before,
      after,
      after_unknown: {},
      before_sensitive: before === null ? false : { tags: {}, tags_all: {} },
      after_sensitive: after === null ? false : { tags: {}, tags_all: {} },
    },
  });
}
