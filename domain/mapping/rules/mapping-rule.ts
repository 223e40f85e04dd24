import { associationRules } from './association-rules.ts';
import { computeRules } from './compute-rules.ts';
import { dataRules } from './data-rules.ts';
import { databaseRules } from './database-rules.ts';
import { ec2Rules } from './ec2-rules.ts';
import { edgeServiceRules } from './edge-service-rules.ts';
import { iamMappingRules } from './iam-mapping-rules.ts';
import { integrationRules } from './integration-rules.ts';
import type { MappingRule } from './rule-row.ts';
import { operationsRules } from './operations-rules.ts';
import { securityRules } from './security-rules.ts';
import { settingsRules } from './settings-rules.ts';
import { storageRules } from './storage-rules.ts';
import { namesInTemplate } from './template.ts';
import { vpcRules } from './vpc-rules.ts';

export type { MappingRule, MappingRole } from './rule-row.ts';

/** Every rule, by service. A Terraform type without a rule is unlisted: its entries match by ARN only. */
export const mappingRules: readonly MappingRule[] = [
  ...ec2Rules,
  ...vpcRules,
  ...iamMappingRules,
  ...storageRules,
  ...databaseRules,
  ...computeRules,
  ...edgeServiceRules,
  ...integrationRules,
  ...operationsRules,
  ...securityRules,
  ...dataRules,
  ...settingsRules,
  ...associationRules,
];

/** Values of templates that are not attributes: fields of the state entry and its location. */
const entryFields: ReadonlySet<string> = new Set(['id', 'arn', 'partition', 'region', 'account']);

const rulesByType = Map.groupBy(mappingRules, ({ type }) => type);
const rulesByResourceType = Map.groupBy(mappingRules, ({ resourceType }) => resourceType);

const attributesByType = new Map(
  [...rulesByType].map(([type, rules]) => [type, [...new Set(rules.flatMap(attributesOf))]] as const),
);

/** Returns the rules of a Terraform type, in the order of the table; empty for unlisted types. */
export function mappingRulesOf(terraformType: string): readonly MappingRule[] {
  return rulesByType.get(terraformType) ?? [];
}

/** Returns the rules of the Terraform types that manage a resource type, in the order of the table. */
export function mappingRulesFor(resourceType: string): readonly MappingRule[] {
  return rulesByResourceType.get(resourceType) ?? [];
}

/** Returns the names of the attributes that the parser keeps for a type, besides `arn` and `id`; empty for unlisted types. */
export function stateAttributesOf(terraformType: string): readonly string[] {
  return attributesByType.get(terraformType) ?? [];
}

/** Resource types of the inventory that a Terraform type manages. The others are `unsupported`. */
export const resourceTypesOfRules: ReadonlySet<string> = new Set(
  mappingRules.flatMap(({ resourceType }) => resourceType ?? []),
);

/**
 * Attributes that tell where the resource of an entry is, for every type: ARNs, a region or zone, an account number, or
 * a URL that contains them. `region` exists from version 6, and for buckets since version 4.
 */
export const locationAttributes: readonly string[] = [
  'arn',
  ...new Set(mappingRules.flatMap(({ arn }) => arnAttributeOf(arn))),
  'execution_arn',
  'region',
  'availability_zone',
  'owner_id',
  'registry_id',
  'url',
];

function arnAttributeOf(arn: string | undefined): readonly string[] {
  return (arn === undefined ? [] : namesInTemplate(arn)).filter((name) => !entryFields.has(name));
}

function attributesOf(rule: MappingRule): readonly string[] {
  const templates = [rule.arn, rule.account, ...rule.ids].filter((template) => template !== undefined);
  const names = templates.flatMap(namesInTemplate);
  return [...names.filter((name) => !entryFields.has(name)), ...(rule.when ? [rule.when.attribute] : [])];
}
