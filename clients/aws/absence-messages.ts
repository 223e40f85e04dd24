/** A message with which AWS says that a service or an operation does not exist for the account or in the region. */
interface AbsenceMessage {
  readonly message: RegExp;
  /** The error code that has this meaning together with the message. Absent: every code. */
  readonly code?: string;
}

/**
 * AWS uses the error codes of denials, of wrong input and of missing resources for services that are not enabled, closed or
 * not offered. Only the message tells them from a missing permission. Beside each row is its source.
 */
const ABSENCE_MESSAGES: readonly AbsenceMessage[] = [
  // Security Hub, Macie and QuickSight that are not enabled, klaffka/aws-quota-monitor (answers of a live run).
  { message: /not subscribed|is not signed up|is not enabled/i },
  // Audit Manager, turbot/steampipe-plugin-aws #1107.
  { message: /complete AWS Audit Manager setup/i },
  // Budgets of a member account, until the management account has enabled them, icearp/disco-cli `isBudgetsLinkedAccount`.
  { message: /is a linked account\. To enable/i },
  // Billing services for management accounts, icearp/disco-cli `isPayerAccountOnly`.
  { message: /not permitted for member accounts/i },
  // Firewall Manager without an administrator, and outside of its administrator account. The text with "Administrators" is the
  // one of member accounts, icearp/disco-cli `isFMSAdminOnlyDenial`.
  {
    message:
      /no default admin could be found|only available to (?:Administration account|AWS Firewall Manager Administrators)|not currently delegated by AWS FM/i,
  },
  // Inspector in an account that it does not cover, provider hashicorp/aws `inspector2.findMember`.
  { message: /Invoking account does not have access/i },
  // Timestream for LiveAnalytics and others that are closed to new customers, Timestream developer guide, "Availability change";
  // klaffka/aws-quota-monitor.
  { message: /Only existing [\w ]{1,60} customers can|no longer (?:available|open) to new customers/i },
  // Operations that AWS has switched off for every account: GetDevEndpoints of Glue, klaffka/aws-quota-monitor.
  { message: /operation is currently disabled/i },
  // Identity Center in a region that is not the one of the instance, klaffka/aws-quota-monitor.
  { message: /because the resource does not exist in this Region/i },
  // License Manager before its first use, klaffka/aws-quota-monitor.
  { message: /^Service role not found\. Consult setup procedures/i },
  // Features that are open to selected accounts only (Kendra, Comprehend, Bedrock, IoT), icearp/disco-cli,
  // klaffka/aws-quota-monitor.
  {
    message:
      /^(?:Your )?account is not authorized to (?:make this call|invoke this API operation|use this feature)/i,
  },
  // Redshift security groups, which exist only in EC2-Classic, localstack/localstack `test_cluster_security_groups`.
  { message: /^VPC-by-Default customers cannot use cluster security groups/i },
  // DAX and RDS global clusters ("DAX_V3", "APIGlobalDatabases"), turbot/steampipe-plugin-aws #782, provider hashicorp/aws.
  { message: /^Access Denied to API Version:/i },
  // EMR, cloudquery/cq-provider-aws #825; SageMaker, aws/aws-sdk-js #4584.
  { message: /\bnot (?:available|supported) in (?:this|the current|the called) region\b/i },
  // MemoryDB and Network Firewall, icearp/disco-cli. Web ACLs of CloudFront outside of the partition `aws`, aws-samples.
  {
    message:
      /^(?:This API operation is currently unavailable|The API being called does not exist)|The scope is not valid\., field: SCOPE_VALUE/i,
  },
  // Services with REST paths whose endpoint in the region does not know the path (Lambda, IoT), anomalyco/sst #5327.
  { message: /^Unable to determine service\/operation name/i },
  // Bedrock in a region without the operation, icearp/disco-cli. A missing permission has another code there.
  {
    message: /operation is not recognized|don't have the permissions to perform/i,
    code: 'ValidationException',
  },
];

/**
 * Returns whether a rejection by AWS says that the service or the operation does not exist for the account or in the region,
 * so that no permission of the role and no retry changes the answer.
 */
export function saysAbsent(code: string, message: string): boolean {
  return ABSENCE_MESSAGES.some((row) => (row.code ?? code) === code && row.message.test(message));
}
