import '../../runtime/check-node.mjs';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { matchType } from './match-types.ts';
import { readCdktfPackage } from './read-cdktf-package.ts';
import { readPulumiPackage } from './read-pulumi-package.ts';
import { addPath, readTerraformSchema } from './read-terraform-schema.ts';
import type { PathsByType } from './read-terraform-schema.ts';

/**
 * `node dev/sensitive-attributes/main.ts <folder>` writes `domain/plans/redact/sensitive-attributes/extracted.ts` from a folder that
 * has the sources:
 *
 * - `terraform-schema.json`: the output of `terraform providers schema -json` in a configuration that requires
 *   `hashicorp/aws`;
 * - `node_modules/`: `npm install --ignore-scripts --legacy-peer-deps` of `@pulumi/` with aws, azure, azuread, cloudflare,
 *   datadog, gcp, github, random, tls and vault, and of `@cdktf/provider-` with azurerm, azuread, cloudflare, datadog,
 *   github, google, google-beta and vault. The first have the sensitive properties, the second the names in Terraform.
 */
const awsProvider = 'registry.terraform.io/hashicorp/aws';

interface Source {
  readonly pulumi: string;
  readonly prefix: string;
  readonly cdktf: readonly string[];
}

const sources: readonly Source[] = [
  { pulumi: 'aws', prefix: 'aws', cdktf: [] },
  { pulumi: 'azure', prefix: 'azurerm', cdktf: ['azurerm'] },
  { pulumi: 'azuread', prefix: 'azuread', cdktf: ['azuread'] },
  { pulumi: 'cloudflare', prefix: 'cloudflare', cdktf: ['cloudflare'] },
  { pulumi: 'datadog', prefix: 'datadog', cdktf: ['datadog'] },
  { pulumi: 'gcp', prefix: 'google', cdktf: ['google', 'google-beta'] },
  { pulumi: 'github', prefix: 'github', cdktf: ['github'] },
  { pulumi: 'random', prefix: 'random', cdktf: [] },
  { pulumi: 'tls', prefix: 'tls', cdktf: [] },
  { pulumi: 'vault', prefix: 'vault', cdktf: ['vault'] },
];

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('The folder with the sources is missing.');
const schema = readTerraformSchema(path.join(folder, 'terraform-schema.json'), awsProvider);
const sensitive: PathsByType = schema.sensitive;
const versions = [`terraform-provider-aws ${awsVersion(folder)}`];
for (const { pulumi, prefix, cdktf } of sources) {
  const packageFolder = path.join(folder, 'node_modules/@pulumi', pulumi);
  versions.push(`@pulumi/${pulumi} ${versionOf(packageFolder)}`);
  const types = new Map(prefix === 'aws' ? schema.attributes : []);
  for (const name of cdktf) {
    const cdktfFolder = path.join(folder, 'node_modules/@cdktf', `provider-${name}`);
    versions.push(`@cdktf/provider-${name} ${versionOf(cdktfFolder)}`);
    for (const [type, attributes] of readCdktfPackage(cdktfFolder)) types.set(type, attributes);
  }
  for (const resource of readPulumiPackage(packageFolder))
    for (const { type, attributes } of matchType(resource, types, prefix))
      for (const attribute of attributes) addPath(sensitive, type, attribute);
}
await writeFile(
  path.join(devConfiguration.projectFolder, 'domain/plans/redact/sensitive-attributes/extracted.ts'),
  moduleText(sensitive, versions),
);

function awsVersion(of: string): string {
  const lock = path.join(of, '.terraform.lock.hcl');
  if (!existsSync(lock)) throw new Error(`${lock} is missing: run terraform init in the folder.`);
  const version = /hashicorp\/aws"[^}]*?version\s*=\s*"([\d.]+)"/.exec(readFileSync(lock, 'utf8'))?.[1];
  if (version === undefined) throw new Error(`${lock} has no version of ${awsProvider}`);
  return version;
}

function versionOf(packageFolder: string): string {
  const text = readFileSync(path.join(packageFolder, 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

function moduleText(paths: PathsByType, sourcesWithVersion: readonly string[]): string {
  const lines = [...paths]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([type, found]) => `  ${type}: '${[...found].toSorted().join(' ')}',`);
  return [
    `/**`,
    ` * Terraform type → paths of its sensitive attributes, separated by spaces. Written by \`dev/sensitive-attributes/main.ts\` from:`,
    ` * ${sourcesWithVersion.join(', ').replaceAll(/(.{90,118}?),\s/g, '$1,\n * ')}.`,
    ` */`,
    `export const extractedAttributes: Readonly<Record<string, string>> = {`,
    ...lines,
    `};`,
    '',
  ].join('\n');
}
