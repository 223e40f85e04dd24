import type { AwsCaller, AwsClients } from '../../clients/aws/aws-clients.ts';

/**
 * Returns a caller that assumes the role of a customer's account with the external id of its connection. The external
 * id is read from Postgres by the calling activity, so that it never appears in a workflow history.
 */
export function callerForAccount(
  aws: AwsClients,
  account: { readonly role_arn: string; readonly external_id: string },
): AwsCaller {
  return aws.forRole({ roleArn: account.role_arn, externalId: account.external_id });
}
