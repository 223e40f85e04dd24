import type { Json, JsonObject } from '../../json/json.ts';
import { mappingRulesFor, mappingRulesOf, stateAttributesOf } from '../../mapping/rules/mapping-rule.ts';
import type { MappingRule } from '../../mapping/rules/mapping-rule.ts';
import { fillTemplate } from '../../mapping/rules/template.ts';
import { isMark } from '../redact/plan-marks.ts';

/** The identity of a resource that a scan found. */
export interface CreatedResource {
  readonly resourceType: string;
  readonly nativeId: string;
  readonly arn: string | undefined;
  readonly name: string | undefined;
  readonly awsAccountNumber: string;
  readonly region: string;
}

/** Attributes with the name of the resource that are not `name`. Source: the AWS provider's documentation. */
const nameAttributes: Readonly<Record<string, string>> = {
  aws_cloudwatch_metric_alarm: 'alarm_name',
  aws_db_instance: 'identifier',
  aws_docdb_cluster: 'cluster_identifier',
  aws_docdb_cluster_instance: 'identifier',
  aws_ecs_task_definition: 'family',
  aws_eks_node_group: 'node_group_name',
  aws_elasticache_cluster: 'cluster_id',
  aws_elasticache_replication_group: 'replication_group_id',
  aws_elasticsearch_domain: 'domain_name',
  aws_kinesis_analytics_application: 'name',
  aws_lambda_function: 'function_name',
  aws_msk_cluster: 'cluster_name',
  aws_neptune_cluster: 'cluster_identifier',
  aws_neptune_cluster_instance: 'identifier',
  aws_opensearch_domain: 'domain_name',
  aws_rds_cluster: 'cluster_identifier',
  aws_rds_cluster_instance: 'identifier',
  aws_redshift_cluster: 'cluster_identifier',
  aws_s3_bucket: 'bucket',
};

/** Returns the Terraform types that create resources of a type. */
export function creatingTypes(resourceType: string): readonly string[] {
  return [...new Set(mappingRulesFor(resourceType).map(({ type }) => type))];
}

/** Returns the attributes that can identify a resource of a Terraform type, before the type's ARN and id are known. */
export function identifyingAttributes(terraformType: string): readonly string[] {
  return [...new Set(['arn', 'id', nameAttributeOf(terraformType), ...stateAttributesOf(terraformType)])];
}

function nameAttributeOf(terraformType: string): string {
  return (Object.hasOwn(nameAttributes, terraformType) ? nameAttributes[terraformType] : undefined) ?? 'name';
}

/**
 * Returns whether the planned values describe the resource: a rule maps their type to the resource's, and their ARN, their native id
 * or their name is the resource's. Values that contradict the resource's region identify another resource.
 */
export function createsResource(terraformType: string, after: Json, resource: CreatedResource): boolean {
  if (after === null || typeof after !== 'object' || Array.isArray(after)) return false;
  const values = after as JsonObject;
  const region = textOf(values, 'region');
  if (region !== undefined && resource.region !== 'global' && region !== resource.region) return false;
  const rule = mappingRulesOf(terraformType).find(({ when }) => {
    return when === undefined || when.in.includes(textOf(values, when.attribute) ?? '');
  });
  if (rule?.resourceType !== resource.resourceType) return false;
  const name = textOf(values, nameAttributeOf(terraformType));
  if (name !== undefined) return name === resource.name || isIdentified(rule, values, resource);
  return isIdentified(rule, values, resource);
}

function isIdentified(rule: MappingRule, values: JsonObject, resource: CreatedResource): boolean {
  const fields: Readonly<Record<string, string | undefined>> = {
    account: resource.awsAccountNumber,
    region: resource.region,
    partition: resource.arn?.split(':')[1],
  };
  const valueOf = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : textOf(values, name));
  const arn = rule.arn === undefined ? null : fillTemplate(rule.arn, valueOf);
  if (arn !== null && arn === resource.arn) return true;
  const id = rule.ids.map((template) => fillTemplate(template, valueOf)).find((text) => text !== null);
  return id === resource.nativeId;
}

function textOf(values: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined || value === null || typeof value === 'object') return undefined;
  const text = String(value);
  return text === '' || isMark(text) ? undefined : text;
}
