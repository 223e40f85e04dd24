/** A resource of a state. */
export interface StateResource {
  readonly type: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly module?: string;
  /** Of `count` or `for_each`. */
  readonly key?: string | number;
  readonly sensitive?: readonly string[];
}

/** Returns the text of a Terraform state of version 4, as Terraform 1.9 writes it. */
export function terraformState(
  resources: readonly StateResource[],
  { serial = 1, lineage = '11111111-2222-3333-4444-555555555555' } = {},
): string {
  return JSON.stringify({
    version: 4,
    terraform_version: '1.9.8',
    serial,
    lineage,
    outputs: {},
    resources: resources.map(({ type, name, attributes, module, key, sensitive = [] }) => ({
      module,
      mode: 'managed',
      type,
      name,
      provider: 'provider["registry.terraform.io/hashicorp/aws"]',
      instances: [
        {
          index_key: key,
          schema_version: 0,
          attributes,
          sensitive_attributes: sensitive.map((value) => [{ type: 'get_attr', value }]),
        },
      ],
    })),
  });
}

/** Returns a queue of a state. */
export function stateQueue(name: string, awsAccountNumber: string): StateResource {
  const arn = `arn:aws:sqs:eu-west-1:${awsAccountNumber}:${name}`;
  const url = `https://sqs.eu-west-1.amazonaws.com/${awsAccountNumber}/${name}`;
  return { type: 'aws_sqs_queue', name: name.replaceAll('-', '_'), attributes: { arn, id: url, url, name } };
}
