import type { NewStateEntry } from '../../../db/mapping/states/state-entry.ts';
import type { Owner } from '../discovery/owner.ts';

/** Inserts a state source into the database. Returns its id. */
export async function insertStateSource(
  owner: Owner,
  organizationId: string,
  given: { readonly bucket?: string; readonly key?: string; readonly accountId?: string } = {},
): Promise<string> {
  const { bucket = 'states', key = 'prod/terraform.tfstate', accountId = null } = given;
  const [row] = await owner.query<{ id: string }>(
    `insert into state_sources (organization_id, bucket, key, aws_account_id, origin)
     values ($1, $2, $3, $4, 'manual') returning id`,
    [organizationId, bucket, key, accountId],
  );
  if (row === undefined) throw new Error('the state source was not inserted');
  return row.id;
}

/** Returns an entry of a queue with the ARN of `name`. */
export function queueEntry(name: string, fields: Partial<NewStateEntry> = {}): NewStateEntry {
  const arn = `arn:aws:sqs:eu-west-1:123456789012:${name}`;
  return {
    address: `aws_sqs_queue.${name}`,
    codeAddress: `aws_sqs_queue.${name}`,
    deposedKey: undefined,
    terraformType: 'aws_sqs_queue',
    provider: 'provider["registry.terraform.io/hashicorp/aws"]',
    providerAlias: undefined,
    resourceType: 'AWS::SQS::Queue',
    role: 'resource',
    awsAccountNumber: '123456789012',
    region: 'eu-west-1',
    arn,
    identity: { arn },
    candidates: [{ method: 'arn', confidence: 'high', resourceType: 'AWS::SQS::Queue', arn }],
    ...fields,
  };
}
