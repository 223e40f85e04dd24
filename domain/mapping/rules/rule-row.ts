import type { ItemCondition } from '../../discovery/declaration/collector.ts';
import type { Template } from './template.ts';

/**
 * How a Terraform type relates to the inventory. A `resource` or an `alias` (another Terraform type of the same
 * resource) manages a resource. A `part` manages a resource that belongs to another one, such as a security group
 * rule. An `association` manages a relation or a property, which the inventory does not list as a resource.
 */
export type MappingRole = 'resource' | 'association' | 'part' | 'alias';

/** A condition on an attribute of the state entry. */
export interface EntryCondition {
  readonly attribute: string;
  readonly in: readonly string[];
}

/** How the entries of one Terraform type are matched with resources of the inventory, and how these are imported. */
export interface MappingRule {
  /** For example `aws_sqs_queue`. Several rows of one type have different `when` conditions; the first match is used. */
  readonly type: string;
  /** The CloudFormation type name in the inventory; null for types whose resources the inventory does not list. */
  readonly resourceType: string | null;
  readonly role: MappingRole;
  readonly when?: EntryCondition;
  /** The ARN of the resource, from attributes of the entry and `${partition}`, `${region}` and `${account}`. */
  readonly arn?: Template;
  /** The account of the resource, where it is not the one of the entry's ARN or provider. */
  readonly account?: Template;
  /** The `native_id` of the inventory. The first template whose placeholders all have values is used. */
  readonly ids: readonly Template[];
  /** AWS generates the id, so that no two accounts or regions have the same. */
  readonly generatedId: boolean;
  /**
   * The id of an `import` block, from `${native_id}`, `${arn}`, `${name}`, `${account}`, `${region}`, or a path of the
   * stored configuration. Null for types that are not imported, or that another type imports.
   */
  readonly importId: Template | null;
  /** The type imports only resources whose configuration meets these conditions. */
  readonly importWhen?: readonly ItemCondition[];
}

type RuleOptions = Partial<Omit<MappingRule, 'type' | 'resourceType' | 'arn'>> & {
  /** `null` when the state has no ARN. The default is the attribute `arn`. */
  readonly arn?: Template | null;
};

/**
 * Returns the rule of a type that manages a resource. Without options, its ARN is the attribute `arn`, its native id
 * the attribute `id`, and its import id the native id.
 */
export function resource(type: string, resourceType: string, options: RuleOptions = {}): MappingRule {
  const { arn = '${arn}', ...rest } = options;
  return {
    type,
    resourceType,
    role: 'resource',
    ids: ['${id}'],
    generatedId: false,
    importId: '${native_id}',
    ...(arn === null ? {} : { arn }),
    ...rest,
  };
}

/** Returns the rule of another type of the same resource. It imports nothing unless an option says so. */
export function alias(type: string, resourceType: string, options: RuleOptions = {}): MappingRule {
  return resource(type, resourceType, { role: 'alias', importId: null, ...options });
}

/** Returns the rule of a type that manages a part of another resource. */
export function part(type: string, resourceType: string, options: RuleOptions = {}): MappingRule {
  return resource(type, resourceType, { role: 'part', ...options });
}

/** Returns the rules of types that manage a relation or a property. */
export function associations(...types: readonly string[]): readonly MappingRule[] {
  return types.map((type) => ({
    type,
    resourceType: null,
    role: 'association',
    ids: [],
    generatedId: false,
    importId: null,
  }));
}
