import type { ParsedState, StateEntry } from '../../../../../domain/mapping/state-entry.ts';
import { createStateParser } from '../../../../../commands/mapping/parse/state-parser.ts';
import type { AttributeRules } from '../../../../../commands/mapping/parse/wanted-attributes.ts';

export const awsProvider = 'provider["registry.terraform.io/hashicorp/aws"]';

const kept: Readonly<Record<string, readonly string[]>> = {
  aws_sqs_queue: ['name'],
  aws_mesh: ['options.0.vpc_id', 'owner.name', 'fifo', 'size'],
};

/** Rules that do not depend on the table of Terraform types. */
export const sampleRules: AttributeRules = {
  isListed: (type) => type in kept,
  stateAttributesOf: (type) => kept[type] ?? [],
  comparedNamesOf: () => [],
  locationAttributes: ['arn', 'region', 'availability_zone', 'owner_id', 'url'],
};

/** Parses a state in this thread, in chunks of `chunkSize` bytes. */
export function parseState(text: string | Buffer | object, chunkSize = 1_000): ParsedState {
  const bytes = Buffer.from(
    typeof text === 'string' || Buffer.isBuffer(text) ? text : JSON.stringify(text, null, 2),
  );
  const entries: StateEntry[] = [];
  const parser = createStateParser(sampleRules, (entry) => entries.push(entry));
  for (let start = 0; start < bytes.length; start += chunkSize)
    parser.push(bytes.subarray(start, start + chunkSize));
  return { ...parser.end(), entries };
}

/** A state of version 4 with these resources. */
export function stateOf(resources: unknown, fields: object = {}): object {
  return {
    version: 4,
    terraform_version: '1.9.8',
    serial: 7,
    lineage: '5f2c1d1e-0000-4000-8000-000000000001',
    outputs: {},
    resources,
    check_results: null,
    ...fields,
  };
}

/** A managed queue with these instances. */
export function queue(name: string, instances: readonly object[], fields: object = {}): object {
  return { mode: 'managed', type: 'aws_sqs_queue', name, provider: awsProvider, ...fields, instances };
}

/** Encodes texts as bytes, in chunks of about 64 KB. */
export async function* encode(
  texts: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let pending: string[] = [];
  let length = 0;
  for await (const text of texts) {
    pending.push(text);
    length += text.length;
    if (length < 64 * 1024) continue;
    yield Buffer.from(pending.join(''));
    [pending, length] = [[], 0];
  }
  yield Buffer.from(pending.join(''));
}

/** Returns the text `head`, then the items with commas between them, then `tail`. */
export function* join(
  head: string,
  count: number,
  item: (index: number) => string,
  tail: string,
): Generator<string, void, undefined> {
  yield head;
  for (let index = 0; index < count; index += 1) yield `${index === 0 ? '' : ','}${item(index)}`;
  yield tail;
}

export const stateHead = '{"version":4,"terraform_version":"1.9.8","serial":1,"lineage":"a",';

/** A queue with the attributes that provider 5 writes. */
export function queueText(index: number): string {
  const name = `queue-${index}`;
  const attributes = {
    arn: `arn:aws:sqs:eu-west-1:123456789012:${name}`,
    content_based_deduplication: false,
    deduplication_scope: '',
    delay_seconds: 0,
    fifo_queue: false,
    fifo_throughput_limit: '',
    id: `https://sqs.eu-west-1.amazonaws.com/123456789012/${name}`,
    kms_data_key_reuse_period_seconds: 300,
    kms_master_key_id: '',
    max_message_size: 262_144,
    message_retention_seconds: 345_600,
    name,
    name_prefix: '',
    policy: '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*","Action":"sqs:*"}]}',
    receive_wait_time_seconds: 0,
    redrive_allow_policy: '',
    redrive_policy: '',
    sqs_managed_sse_enabled: true,
    tags: { team: 'payments' },
    tags_all: { team: 'payments' },
    timeouts: null,
    url: `https://sqs.eu-west-1.amazonaws.com/123456789012/${name}`,
    visibility_timeout_seconds: 30,
  };
  const instance = {
    schema_version: 0,
    attributes,
    sensitive_attributes: [],
    private: 'eyJzY2hlbWFfdmVyc2lvbiI6IjAifQ==',
    dependencies: ['aws_iam_role.consumer'],
  };
  return JSON.stringify(queue(`q${index}`, [instance]), null, 2);
}
