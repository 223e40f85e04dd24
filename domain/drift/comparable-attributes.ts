import type { AttributeRow, AttributeRows } from './attribute-row.ts';
import { readAttributeRows } from './attribute-row.ts';
import { computeAttributes } from './attributes/compute-attributes.ts';
import { dataAttributes } from './attributes/data-attributes.ts';
import { integrationAttributes } from './attributes/integration-attributes.ts';
import { managementAttributes } from './attributes/management-attributes.ts';
import { networkAttributes } from './attributes/network-attributes.ts';
import { namesInTemplate } from '../mapping/rules/template.ts';
import { otherManagers } from './other-managers.ts';
import type { OtherManager } from './other-managers.ts';

/** Changes whenever the rows, the comparisons or the normalisation give another form of the same value. */
export const comparableAttributesVersion = '2';

/** Every comparable attribute, by Terraform type. */
export const comparableAttributes: readonly AttributeRows[] = [
  computeAttributes,
  dataAttributes,
  integrationAttributes,
  managementAttributes,
  networkAttributes,
].flatMap(readAttributeRows);

/** Types that have the attributes of another one. */
const sameAttributes: Readonly<Record<string, string>> = {
  aws_alb: 'aws_lb',
  aws_alb_listener: 'aws_lb_listener',
  aws_alb_listener_rule: 'aws_lb_listener_rule',
  aws_alb_target_group: 'aws_lb_target_group',
};

const byType = new Map(comparableAttributes.map((rows) => [rows.terraformType, rows]));
const byResourceType = Map.groupBy(comparableAttributes, ({ resourceType }) => resourceType);

/** Returns the rows of a Terraform type; undefined when nothing of it is compared. */
export function attributeRowsOf(terraformType: string): AttributeRows | undefined {
  return byType.get(sameAttributes[terraformType] ?? terraformType);
}

/** Returns the rows of all Terraform types that configure a resource type. */
export function attributeRowsFor(resourceType: string): readonly AttributeRows[] {
  return byResourceType.get(resourceType) ?? [];
}

/** Resource types of which at least one attribute is compared. */
export const comparedResourceTypes: readonly string[] = [...byResourceType.keys()];

/**
 * The key of an attribute in the stored values of an entry and of a resource. A tag has the key `tags.<tag>`, whichever
 * Terraform type names it.
 */
export function keyOfRow({ terraformType }: AttributeRows, { attribute }: AttributeRow): string {
  return `${terraformType}.${attribute}`;
}

const keys = comparableAttributes.flatMap((type) => type.rows.map((row) => keyOfRow(type, row)));

/** Pairs of two managers of an attribute that is compared. Of the others, such as attachments to roles, nothing is stored. */
export const comparedManagers: readonly OtherManager[] = otherManagers.filter(({ hides }) =>
  hides.some((hidden) =>
    hidden.endsWith('*')
      ? hidden.startsWith('tags.') || keys.some((key) => key.startsWith(hidden.slice(0, -1)))
      : keys.includes(hidden),
  ),
);

const namesByType = new Map<string, readonly string[]>();

/** Returns the names of the top attributes that the comparison reads of an entry: of its rows, tags and holder. */
export function comparedNamesOf(terraformType: string): readonly string[] {
  const known = namesByType.get(terraformType);
  if (known !== undefined) return known;
  const found = attributeRowsOf(terraformType);
  const holder = found?.holder ?? comparedManagers.find(({ type }) => type === terraformType)?.holder;
  const names = [
    ...(found?.rows ?? []).flatMap(({ attribute, comparison }) =>
      comparison === 'tags' ? ['tags', 'tags_all'] : (attribute.split('.')[0] ?? []),
    ),
    ...(holder === undefined ? [] : namesInTemplate(holder)),
  ];
  const distinct = [...new Set(names)];
  if (distinct.length > 0) namesByType.set(terraformType, distinct);
  return distinct;
}
