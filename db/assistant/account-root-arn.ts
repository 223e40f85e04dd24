import { rawSql } from '../sql.ts';

/** The ARN of the root user of an account `a` of `aws_accounts`, in the partition of its role. */
export const accountRootArn = rawSql(
  `'arn:' || split_part(a.role_arn, ':', 2) || ':iam::' || a.account_id || ':root'`,
);
