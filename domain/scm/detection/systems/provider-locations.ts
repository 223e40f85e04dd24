import { defined } from '../../../defined.ts';
import type { ProviderLocation } from '../detected-project.ts';
import type { TerraformDocument } from '../documents/document.ts';
import { accountOfRole } from './provider-reach.ts';
import { inMergeOrder } from '../documents/override-file.ts';

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
  for (const block of inMergeOrder(files).flatMap(({ providers }) => providers)) {
    const { name, alias, region, roleArn, defaultTags, ignoredTags } = block;
    const source = normalizeSource(sources.get(name) ?? name);
    if (!source.endsWith('/aws')) continue;
    const key = `${source} ${alias ?? ''}`;
    if (locations.size >= maximumConfigurations && !locations.has(key)) continue;
    const assumeRoleAccount = accountOfRole(roleArn);
    locations.set(key, {
      source,
      ...locations.get(key),
      ...defined({ alias, region, assumeRoleAccount, defaultTags, ignoredTags }),
    });
  }
  return [...locations.values()].filter(
    ({ source: _source, alias: _alias, ...settings }) => Object.keys(settings).length > 0,
  );
}

const maximumConfigurations = 1_000;

const publicRegistries = ['registry.terraform.io', 'registry.opentofu.org'];

/** Returns `hashicorp/aws` for `aws`, `hashicorp/aws` and `registry.terraform.io/hashicorp/aws`. */
function normalizeSource(source: string): string {
  const parts = source.toLowerCase().split('/');
  if (parts.length === 1) return `hashicorp/${parts[0]}`;
  return publicRegistries.includes(parts[0] ?? '') ? parts.slice(1).join('/') : parts.join('/');
}

/**
 * Returns the locations by the addresses with which states name the provider configurations:
 * `provider["registry.terraform.io/hashicorp/aws"].west`, and `provider.aws.west` in states of Terraform 0.12 and earlier.
 */
export function providerLocationsByAddress(
  locations: readonly ProviderLocation[],
): ReadonlyMap<string, ProviderLocation> {
  return new Map(
    locations.flatMap((location) =>
      sourcesInStates(location.source).map((source): readonly [string, ProviderLocation] => [
        location.alias === undefined ? `provider${source}` : `provider${source}.${location.alias}`,
        location,
      ]),
    ),
  );
}

function sourcesInStates(source: string): readonly string[] {
  if (source.split('/').length > 2) return [`["${source}"]`];
  const named = publicRegistries.map((registry) => `["${registry}/${source}"]`);
  return source === 'hashicorp/aws' ? [...named, '.aws'] : named;
}
