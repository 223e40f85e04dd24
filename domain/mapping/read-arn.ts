import { regionPattern } from '../discovery/region-name.ts';

export interface ArnParts {
  /** Absent in ARNs of global resources and of S3 buckets. */
  readonly region?: string;
  /** The 12 digits; absent in ARNs of S3 buckets and of resources that AWS owns. */
  readonly awsAccountNumber?: string;
}

const arnPattern =
  /^arn:aws(?:-[a-z]+){0,3}:[a-z0-9-]{1,63}:(?<region>[a-z0-9-]{0,63}):(?<account>\d{12}|[a-z0-9-]{0,63}):[\x21-\x7e\u00a1-\uffff ]{1,2000}$/;

/** Returns the region and the account of an ARN; undefined when the text is no well-formed ARN of at most 2,048 characters. */
export function readArn(text: string): ArnParts | undefined {
  const match = text.length <= 2_048 ? arnPattern.exec(text) : null;
  if (match === null) return undefined;
  const { region = '', account = '' } = match.groups ?? {};
  return {
    ...(regionPattern.test(region) ? { region } : {}),
    ...(/^\d{12}$/.test(account) ? { awsAccountNumber: account } : {}),
  };
}
