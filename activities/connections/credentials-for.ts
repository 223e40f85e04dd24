import type { AwsCaller, AwsClients } from '../../clients/aws/aws-clients.ts';

/**
 * Calls AWS inside a customer's account: assumes its role with the external id of its connection. The external id
 * comes from the database at the moment of the call, so that no workflow ever carries it.
 */
export function credentialsFor(
  aws: AwsClients,
  account: { readonly role_arn: string; readonly external_id: string },
): AwsCaller {
  return aws.forRole({ roleArn: account.role_arn, externalId: account.external_id });
}
