import { resourceType as tierAType } from '../declaration/resource-types.ts';
import { cloudControlTable } from './cloud-control-table.ts';
import { inputSource } from './parent-inputs.ts';

/** Service name of the scan tasks that collect tier B types. */
export const cloudControlService = 'cloudcontrol';

/** A resource type that the generic Cloud Control collector reads. */
export interface CloudControlType {
  readonly resourceType: string;
  readonly primaryIdentifier: readonly string[];
  /** Properties of the resource model that the list call requires. */
  readonly requiredInputs: readonly string[];
  /** Global types return the same resources in every region, so they are read once, in region `global`. */
  readonly scope: 'global' | 'regional';
  /** IAM actions that the list handler declares. Some handlers declare actions that a list does not need. */
  readonly actions: readonly string[];
  /** Further IAM actions with which the handler reads one resource. */
  readonly readActions: readonly string[];
}

/** Global services, by their CloudFormation names. Source: AWS documentation, "Global services". */
const globalServices: ReadonlySet<string> = new Set([
  'Billing',
  'BillingConductor',
  'Budgets',
  'CE',
  'CUR',
  'CloudFront',
  'GlobalAccelerator',
  'IAM',
  'NetworkManager',
  'Organizations',
  'Route53',
  'Route53RecoveryControl',
  'Route53RecoveryReadiness',
  'Shield',
  'WAF',
]);

/**
 * Global types of regional services: their ARNs have no region. Source: Service Authorization Reference. ARNs of IPAM
 * resources have no region either, but their lists contain only the resources of the region.
 */
const globalTypes: ReadonlySet<string> = new Set([
  'AWS::DocDB::GlobalCluster',
  'AWS::ElastiCache::GlobalReplicationGroup',
  'AWS::MemoryDB::MultiRegionCluster',
  'AWS::Neptune::GlobalCluster',
  'AWS::S3::MultiRegionAccessPoint',
]);

/**
 * Tier B types: types with a list handler and without a tier A collector. A type with a required input that
 * {@link inputSource} does not know gets the outcome `unsupported` in the ledger.
 */
export const cloudControlTypes: readonly CloudControlType[] = cloudControlTable
  .map(parse)
  .filter(({ resourceType }) => tierAType(resourceType) === undefined);

const byName = new Map(cloudControlTypes.map((type) => [type.resourceType, type]));

/** Returns a tier B type by its CloudFormation name, or `undefined`. */
export function cloudControlType(name: string): CloudControlType | undefined {
  return byName.get(name);
}

/** IAM actions that every Cloud Control call needs; the list handlers of the types need their own in addition. */
export const cloudControlActions = ['cloudformation:GetResource', 'cloudformation:ListResources'] as const;

/**
 * Returns the parent types whose identifiers the list call requires; empty when the type is listed without a parent.
 */
export function parentTypesOf({ resourceType, requiredInputs }: CloudControlType): readonly string[] {
  return requiredInputs.flatMap((input) => {
    const source = inputSource(resourceType, input);
    return source !== undefined && 'parents' in source
      ? source.parents.map(({ parentType }) => parentType)
      : [];
  });
}

/** Sorts types so that every type follows its parents. Parents that are not in `names` are not added. */
export function parentsFirst(names: readonly string[]): readonly string[] {
  const given = new Set(names);
  return [...withTierBParents(names)].filter((name) => given.has(name));
}

/**
 * Returns the types with the parent types of both tiers that listing them requires; every type follows its parents. A
 * child type is complete only when the same scan has read its parents, so a scan of a type includes them.
 */
export function withRequiredParents(names: Iterable<string>): readonly string[] {
  const types = [...withTierBParents(names)];
  const parents = types.flatMap((name) => {
    const type = byName.get(name);
    return type === undefined ? [] : parentTypesOf(type).filter((parent) => tierAType(parent));
  });
  return [...new Set([...parents, ...types, ...names])];
}

/** Returns the types with their tier B ancestors; every type follows its parents. */
export function withTierBParents(names: Iterable<string>, found = new Set<string>()): ReadonlySet<string> {
  for (const name of names) {
    const type = byName.get(name);
    if (type !== undefined && !found.has(name)) withTierBParents(parentTypesOf(type), found);
    if (type !== undefined || !tierAType(name)) found.add(name);
  }
  return found;
}

function parse(line: string): CloudControlType {
  const [resourceType = '', identifier = '', inputs = '', actions = '', readActions = ''] = line.split('|');
  return {
    resourceType,
    primaryIdentifier: split(identifier),
    requiredInputs: split(inputs),
    scope:
      globalServices.has(resourceType.split('::')[1] ?? '') || globalTypes.has(resourceType)
        ? 'global'
        : 'regional',
    actions: split(actions),
    readActions: split(readActions),
  };
}

function split(text: string): readonly string[] {
  return text === '' ? [] : text.split(',');
}
