import { first } from '../../json/path.ts';
import type { Json } from '../../json/json.ts';
import { partResourceTypes } from '../../mapping/part-resource-types.ts';
import { cloudControlType } from '../cloud-control/cloud-control-types.ts';
import { resourceType } from '../declaration/resource-types.ts';
import type { StackResource } from './stack-reading.ts';

/** In characters. An index of Postgres cannot hold much longer texts, and no type of the inventory has longer identifiers. */
const maximumIdLength = 512;

/**
 * Returns the resources in the summaries of ListStackResources, without deleted ones, those that were not created, and those of
 * types that the inventory does not have. Parts of other resources are not looked up. Source: CloudFormation API Reference,
 * StackResourceSummary.
 */
export function readStackResources(summaries: readonly Json[]): readonly StackResource[] {
  const found = summaries.flatMap((summary) => toResource(summary));
  return [...new Map(found.map((one) => [`${one.logicalId} ${one.physicalId}`, one])).values()];
}

/** Types of CloudFormation that the inventory has under another name. Sources: the pages of both types. */
const inventoryTypes: Readonly<Record<string, string>> = {
  'AWS::EC2::TransitGatewayAttachment': 'AWS::EC2::TransitGatewayVpcAttachment',
  'AWS::Elasticsearch::Domain': 'AWS::OpenSearchService::Domain',
};

function toResource(summary: Json): readonly StackResource[] {
  const [logicalId, type, physicalId, status] = [
    'LogicalResourceId',
    'ResourceType',
    'PhysicalResourceId',
    'ResourceStatus',
  ].map((key) => first(summary, key));
  if (typeof logicalId !== 'string' || typeof type !== 'string' || typeof physicalId !== 'string') return [];
  if (physicalId === '' || physicalId.length > maximumIdLength || status === 'DELETE_COMPLETE') return [];
  const name = Object.hasOwn(inventoryTypes, type) ? (inventoryTypes[type] ?? type) : type;
  const isKnown = resourceType(name) !== undefined || cloudControlType(name) !== undefined;
  if (!isKnown || partResourceTypes.has(name)) return [];
  return [{ logicalId, resourceType: name, physicalId, retained: status === 'DELETE_SKIPPED' }];
}
