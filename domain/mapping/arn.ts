/** The fields of an ARN. `region` and `account` are empty for resources without them. */
export interface ArnFields {
  readonly partition: string;
  readonly service: string;
  readonly region: string;
  readonly account: string;
  readonly resource: string;
}

/** Source: AWS General Reference, "Amazon Resource Names (ARNs)". IAM permits 2,048 characters in a policy. */
const maximumArnLength = 2048;
const pattern = /^arn:(aws[a-z-]*):([a-z0-9-]+):([a-z0-9-]*):(\d{12}|aws|cloudfront|):(\S.*)$/is;
const controlCharacter = /\p{Cc}/u;

/** Returns the fields of a well-formed ARN, or null. Partition, service and region are in lower case. */
export function readArn(text: string): ArnFields | null {
  if (text.length > maximumArnLength || controlCharacter.test(text)) return null;
  const match = pattern.exec(text);
  if (match === null) return null;
  const [, partition = '', service = '', region = '', account = '', resource = ''] = match;
  return {
    partition: partition.toLowerCase(),
    service: service.toLowerCase(),
    region: region.toLowerCase(),
    account,
    resource,
  };
}

/**
 * Returns an ARN in the form of the inventory, or null when the text is not an ARN: partition, service and region in
 * lower case, and without the suffix `:*` that provider 4 and the CloudWatch Logs API add to log groups.
 */
export function normaliseArn(text: string): string | null {
  const fields = readArn(text);
  if (fields === null) return null;
  const { partition, service, region, account, resource } = fields;
  return `arn:${partition}:${service}:${region}:${account}:${resource.replace(/:\*$/, '')}`;
}

/**
 * Returns an id that is the ARN of one resource, or undefined. The ids of associations join several values by `,`, `|`, `_` or `-`.
 */
export function arnInId(id: string | undefined): string | undefined {
  if (id === undefined || /[,|\s]/.test(id) || id.indexOf('arn:', 1) !== -1) return undefined;
  return readArn(id) === null ? undefined : id;
}

/** Source: AWS General Reference, "Partitions". */
const partitionByRegionPrefix: readonly (readonly [prefix: string, partition: string])[] = [
  ['cn-', 'aws-cn'],
  ['us-gov-', 'aws-us-gov'],
  ['us-iso-', 'aws-iso'],
  ['us-isob-', 'aws-iso-b'],
  ['us-isof-', 'aws-iso-f'],
  ['eu-isoe-', 'aws-iso-e'],
  ['eusc-', 'aws-eusc'],
];

/** Returns the partition of a region, e.g. `aws-cn` for `cn-north-1`. */
export function partitionOfRegion(region: string): string {
  return partitionByRegionPrefix.find(([prefix]) => region.startsWith(prefix))?.[1] ?? 'aws';
}
