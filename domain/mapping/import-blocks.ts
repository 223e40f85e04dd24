import { byCodeUnit } from '../json/canonical.ts';
import { meetsConditions } from '../discovery/declaration/condition.ts';
import { first } from '../json/path.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { managementStates, resourceStatuses } from '../values.ts';
import { quoteHcl } from './hcl-text.ts';
import { mappingRulesFor } from './rules/mapping-rule.ts';
import type { MappingRule } from './rules/mapping-rule.ts';
import { fillTemplate } from './rules/template.ts';

/** A resource of the inventory, as far as its import block needs it. */
export interface ImportableResource {
  readonly id: string;
  readonly resourceType: string;
  readonly nativeId: string;
  readonly arn: string | undefined;
  readonly name: string | undefined;
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

export interface SkippedImport<Reason extends string = ImportSkipReason> {
  readonly id: string;
  readonly reason: Reason;
}

export interface ImportBlocks {
  /** One per account and region, sorted by name. */
  readonly files: readonly ImportFile[];
  readonly skipped: readonly SkippedImport[];
}

/** The import block of a resource. */
export interface ImportBlock {
  readonly resource: ImportableResource;
  /** The address of `to`. */
  readonly address: string;
  readonly importId: string;
  /** Whether the block is a comment, because other code may manage the resource. */
  readonly commented: boolean;
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
  const { blocks, skipped } = planImports(resources);
  const blocksByFile = Map.groupBy(blocks, ({ resource: { awsAccountNumber, region } }) =>
    importFileName(awsAccountNumber, region),
  );
  const files = [...blocksByFile]
    .map(([name, ofFile]) => {
      const { awsAccountNumber = '', region = '' } = ofFile[0]?.resource ?? {};
      return { name, awsAccountNumber, region, content: importFile(awsAccountNumber, region, ofFile) };
    })
    .sort((left, right) => byCodeUnit(left.name, right.name));
  return { files, skipped };
}

/** Returns the import block of each resource, or the reason why it has none. Every address is unique. */
export function planImports(resources: readonly ImportableResource[]): {
  readonly blocks: readonly ImportBlock[];
  readonly skipped: readonly SkippedImport[];
} {
  const blocks: ImportBlock[] = [];
  const skipped: SkippedImport[] = [];
  const usedAddresses = new Set<string>();
  for (const resource of resources) {
    const target = importTargetOf(resource);
    if (typeof target === 'string') {
      skipped.push({ id: resource.id, reason: target });
      continue;
    }
    blocks.push({
      resource,
      address: uniqueAddress(target.type, resource, usedAddresses),
      importId: target.importId,
      commented: resource.managementState === 'unknown',
    });
  }
  return { blocks, skipped };
}

/** Returns the name of the file for an account and region. */
export function importFileName(awsAccountNumber: string, region: string): string {
  return `imports-${awsAccountNumber}-${region}.tf`;
}

/** Returns the text of a file. The blocks may include resources without a region. */
export function importFile(awsAccountNumber: string, region: string, blocks: readonly ImportBlock[]): string {
  const location = region === 'global' ? 'global resources' : region;
  const header = [
    `# Import blocks for AWS account ${awsAccountNumber}, ${location}.`,
    '# "terraform plan -generate-config-out=generated.tf" writes the configuration of the resources.',
    '# Blocks in comments: other code may manage the resource.',
  ].join('\n');
  return `${[header, ...blocks.map(blockText)].join('\n\n')}\n`;
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

const maximumNameLength = 64;

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
  const cleaned = trimMarks(
    text
      .toLowerCase()
      .slice(0, 1_024)
      .replaceAll(/[^a-z0-9_-]+/g, '_')
      .slice(0, maximumNameLength),
  );
  if (cleaned === '') return null;
  return /^[a-z]/.test(cleaned) ? cleaned : `_${cleaned}`;
}

/** Removes `_` and `-` from both ends. */
function trimMarks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && '_-'.includes(text.charAt(start))) start += 1;
  while (end > start && '_-'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function lastSegment(text: string): string {
  return text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf(':')) + 1);
}

function blockText({ address, importId, commented }: ImportBlock): string {
  const lines = ['import {', `  to = ${address}`, `  id = ${quoteHcl(importId)}`, '}'];
  return lines.map((line) => (commented ? `# ${line}` : line)).join('\n');
}
