import type { ProviderLocation } from './detected-project.ts';
import type { TerraformDocument } from './document.ts';
import { inMergeOrder } from './override-file.ts';

/** The declarations of providers in a file. */
type ProviderFile = Pick<TerraformDocument, 'providers' | 'requiredProviders'> & { readonly path: string };

/**
 * Returns the literal locations of the AWS provider configurations of a module, one for each source and alias. Later
 * files and override files replace single arguments.
 */
export function providerLocationsOf(files: readonly ProviderFile[]): readonly ProviderLocation[] {
  const sources = new Map<string, string>();
  for (const { requiredProviders } of files)
    for (const { name, source } of requiredProviders) if (source !== undefined) sources.set(name, source);
  const locations = new Map<string, ProviderLocation>();
  for (const { name, alias, region, roleArn } of inMergeOrder(files).flatMap(({ providers }) => providers)) {
    const source = namespaceAndType(sources.get(name) ?? name);
    if (!source.endsWith('/aws')) continue;
    const key = `${source} ${alias ?? ''}`;
    if (locations.size >= maximumConfigurations && !locations.has(key)) continue;
    const awsAccountNumber = /^arn:aws[a-z-]{0,20}:iam::(\d{12}):role\//.exec(roleArn ?? '')?.[1];
    locations.set(key, {
      source,
      ...locations.get(key),
      ...(alias === undefined ? {} : { alias }),
      ...(region === undefined ? {} : { region }),
      ...(awsAccountNumber === undefined ? {} : { awsAccountNumber }),
    });
  }
  return [...locations.values()].filter(
    ({ region, awsAccountNumber }) => region !== undefined || awsAccountNumber !== undefined,
  );
}

const maximumConfigurations = 1_000;

/** Returns `hashicorp/aws` for `aws`, `hashicorp/aws` and `registry.terraform.io/hashicorp/aws`. */
function namespaceAndType(source: string): string {
  const parts = source.toLowerCase().split('/');
  return parts.length === 1 ? `hashicorp/${parts[0]}` : parts.slice(-2).join('/');
}

/**
 * Returns the location of a resource's provider.
 *
 * @param provider as a state names it: `provider["registry.terraform.io/hashicorp/aws"].west`, in states of Terraform
 *   0.11 and 0.12 `provider.aws.west`. Configurations of nested modules have no location.
 */
export function providerLocationOf(
  provider: string,
  locations: readonly ProviderLocation[],
): ProviderLocation | undefined {
  const match = /^provider(?:\["([^"]{1,300})"\]|\.([\w-]{1,100}))(?:\.([\w-]{1,200}))?$/.exec(provider);
  if (match === null) return undefined;
  const source = namespaceAndType(match[1] ?? match[2] ?? '');
  return locations.find((location) => location.source === source && location.alias === match[3]);
}
