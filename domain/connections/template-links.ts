import { currentTemplateVersion } from './template-version.ts';
import { defaultStackName } from './role-template.ts';
import type { TemplateVariant } from './role-template.ts';

/** Host of the AWS Management Console by partition. Source: AWS documentation, "AWS Management Console domains". */
const consoleHosts: Readonly<Record<string, string>> = {
  aws: 'console.aws.amazon.com',
  'aws-cn': 'console.amazonaws.cn',
  'aws-us-gov': 'console.amazonaws-us-gov.com',
};

/** URL of a published template below `TEMPLATE_BASE_URL`. */
export function publishedTemplateUrl(baseUrl: string, variant: TemplateVariant): string {
  return `${baseUrl}/${currentTemplateVersion}/${variant}.json`;
}

/**
 * Quick-create URL of the CloudFormation console. `templateUrl` must be in S3: CloudFormation reads no other host.
 */
export function quickCreateUrl(options: {
  readonly templateUrl: string;
  readonly partition: string;
  readonly region: string;
  readonly parameters: Readonly<Record<string, string>>;
}): string {
  const { region, partition } = options;
  const query = [
    ['templateURL', options.templateUrl],
    ['stackName', defaultStackName],
    ...Object.entries(options.parameters).map(([name, value]) => [`param_${name}`, value]),
  ]
    .map(([name = '', value = '']) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const host = `${region}.${consoleHosts[partition] ?? consoleHosts['aws']}`;
  return `https://${host}/cloudformation/home?region=${region}#/stacks/create/review?${query}`;
}
