import { meetsConditions } from '../discovery/condition.ts';
import { first } from '../discovery/path.ts';
import type { Json, JsonObject } from '../json.ts';
import type { managementStates, resourceStatuses } from '../values.ts';
import { quoteHcl } from './hcl-text.ts';
import { mappingRulesFor, type MappingRule } from './rules/mapping-rule.ts';
import { fillTemplate } from './rules/template.ts';

/** A resource of the inventory, as far as its import block needs it. */
export interface ImportableResource {
  readonly id: string;
  readonly resourceType: string;
  readonly nativeId: string;
  readonly arn: string | null;
  readonly name: string | null;
  readonly awsAccountNumber: string;
  /** `global` for resources without a region. */
  readonly region: string;
  readonly managementState: (typeof managementStates)[number];
  readonly status: (typeof resourceStatuses)[number];
  readonly configuration: JsonObject;
}

/** Reasons why a resource has no import block. The caller adds `not_found`. */
export type ImportSkipReason =
  | 'deleted'
  | 'managed'
  | 'child'
  | 'default'
  | 'ignored'
  | 'no_terraform_type'
  | 'not_importable'
  | 'id_unknown';

export interface ImportFile {
  /** `imports-<account>-<region>.tf` */
  readonly name: string;
  readonly awsAccountNumber: string;
  readonly region: string;
  readonly content: string;
}

export interface ImportBlocks {
  /** One per account and region, sorted by name. */
  readonly files: readonly ImportFile[];
  readonly skipped: readonly { readonly id: string; readonly reason: ImportSkipReason }[];
}

interface ImportTarget {
  readonly type: string;
  readonly importId: string;
}

/**
 * Returns Terraform files with `import` blocks of unmanaged resources, and the reasons of the other ones. The blocks of
 * `unknown` resources are comments, because other code may manage them. Every `to` is unique in the answer.
 *
 * Source: Terraform documentation, "Import"; the ids as the provider documents them for each type.
 */
export function importBlocks(resources: readonly ImportableResource[]): ImportBlocks {
  const skipped: { id: string; reason: ImportSkipReason }[] = [];
  const blocksByFile = new Map<string, { resource: ImportableResource; blocks: string[] }>();
  const usedAddresses = new Set<string>();
  for (const resource of resources) {
    const target = importTargetOf(resource);
    if (typeof target === 'string') {
      skipped.push({ id: resource.id, reason: target });
      continue;
    }
    const address = uniqueAddress(target.type, resource, usedAddresses);
    const block = blockOf(address, target.importId, resource.managementState === 'unknown');
    const name = `imports-${resource.awsAccountNumber}-${resource.region}.tf`;
    const file = blocksByFile.get(name);
    if (file === undefined) blocksByFile.set(name, { resource, blocks: [block] });
    else file.blocks.push(block);
  }
  const files = [...blocksByFile]
    .map(([name, { resource, blocks }]) => fileOf(name, resource, blocks))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  return { files, skipped };
}

/** Returns the Terraform type and the import id of a resource, or the reason why it has none. */
function importTargetOf(resource: ImportableResource): ImportTarget | ImportSkipReason {
  if (resource.status === 'deleted') return 'deleted';
  const { managementState } = resource;
  if (managementState !== 'unmanaged' && managementState !== 'unknown') return managementState;
  const rules = mappingRulesFor(resource.resourceType);
  if (rules.length === 0) return 'no_terraform_type';
  const rule = rules.find((one) => one.importId !== null && imports(one, resource));
  if (rule === undefined || rule.importId === null) return 'not_importable';
  const importId = fillTemplate(rule.importId, (name) => importValue(resource, name));
  return importId === null ? 'id_unknown' : { type: rule.type, importId };
}

function imports({ importWhen }: MappingRule, { configuration }: ImportableResource): boolean {
  return importWhen === undefined || meetsConditions(configuration, {}, importWhen);
}

function importValue(resource: ImportableResource, name: string): string | undefined {
  switch (name) {
    case 'native_id':
      return resource.nativeId;
    case 'arn':
      return resource.arn ?? undefined;
    case 'name':
      return resource.name ?? undefined;
    case 'account':
      return resource.awsAccountNumber;
    case 'region':
      return resource.region;
    default:
      return textOf(first(resource.configuration, name));
  }
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

const longestName = 64;

function uniqueAddress(type: string, { name, nativeId }: ImportableResource, used: Set<string>): string {
  const base = toIdentifier(name ?? '') ?? toIdentifier(lastSegment(nativeId)) ?? 'resource';
  for (let number = 1; ; number += 1) {
    const address = `${type}.${number === 1 ? base : `${base}_${number}`}`;
    if (used.has(address)) continue;
    used.add(address);
    return address;
  }
}

/** Returns the text as a Terraform identifier of ASCII letters, digits, `_` and `-`; null when nothing remains. */
function toIdentifier(text: string): string | null {
  const cleaned = text
    .toLowerCase()
    .slice(0, 1_024)
    .replaceAll(/[^a-z0-9_-]+/g, '_')
    .slice(0, longestName)
    .replaceAll(/^[_-]+|[_-]+$/g, '');
  if (cleaned === '') return null;
  return /^[a-z]/.test(cleaned) ? cleaned : `_${cleaned}`;
}

function lastSegment(text: string): string {
  return /[^/:]*$/.exec(text.slice(-1_024))?.[0] ?? '';
}

function blockOf(address: string, importId: string, commented: boolean): string {
  const lines = ['import {', `  to = ${address}`, `  id = ${quoteHcl(importId)}`, '}'];
  return lines.map((line) => (commented ? `# ${line}` : line)).join('\n');
}

function fileOf(name: string, resource: ImportableResource, blocks: readonly string[]): ImportFile {
  const { awsAccountNumber, region } = resource;
  const scope = region === 'global' ? 'global resources' : region;
  const header = [
    `# Import blocks for AWS account ${awsAccountNumber}, ${scope}.`,
    '# "terraform plan -generate-config-out=generated.tf" writes the configuration of the resources.',
    '# Blocks in comments: other code may manage the resource.',
  ].join('\n');
  return { name, awsAccountNumber, region, content: `${[header, ...blocks].join('\n\n')}\n` };
}
