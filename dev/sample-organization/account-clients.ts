import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { OrganizationsClient } from '@aws-sdk/client-organizations';

/** Client configuration for calls to the emulator as the root of an account. */
export function rootConfig(endpoint: string, account: string, region = 'us-east-1') {
  return {
    endpoint,
    region,
    credentials: { accessKeyId: `root-${account}`, secretAccessKey: 'root' },
    maxAttempts: 3,
  };
}

export function cloudFormation(endpoint: string, account: string, region?: string): CloudFormationClient {
  return new CloudFormationClient(rootConfig(endpoint, account, region));
}

export function organizationsClient(endpoint: string, account: string): OrganizationsClient {
  return new OrganizationsClient(rootConfig(endpoint, account));
}
