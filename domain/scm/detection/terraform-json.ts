import { entriesOf, itemsOf, type DataNode } from './data-node.ts';
import type { HclAttribute, HclBlock, HclBody, HclExpression } from './hcl-body.ts';

/**
 * Number of labels of each block type in Terraform's JSON syntax.
 * Source: developer.hashicorp.com/terraform/language/syntax/json
 */
const topLevel: Schema = {
  resource: { labels: 2 },
  data: { labels: 2 },
  ephemeral: { labels: 2 },
  module: { labels: 1 },
  provider: { labels: 1, nested: { assume_role: { labels: 0 } } },
  variable: { labels: 1 },
  output: { labels: 1 },
  check: { labels: 1 },
  import: { labels: 0 },
  moved: { labels: 0 },
  removed: { labels: 0 },
  terraform: {
    labels: 0,
    nested: {
      backend: { labels: 1, nested: { workspaces: { labels: 0 } } },
      cloud: { labels: 0, nested: { workspaces: { labels: 0 } } },
      required_providers: { labels: 0 },
    },
  },
};

interface BlockSchema {
  readonly labels: number;
  readonly nested?: Schema;
}
interface Schema {
  readonly [type: string]: BlockSchema;
}

/** Converts a file in Terraform's JSON syntax to the structure of an HCL file. */
export function terraformJsonBody(root: DataNode | undefined): HclBody {
  return root === undefined ? { attributes: [], blocks: [] } : bodyOf(root, topLevel);
}

function bodyOf(node: DataNode, schema: Schema): HclBody {
  const attributes: HclAttribute[] = [];
  const blocks: HclBlock[] = [];
  for (const { key, value } of entriesOf(node)) {
    const block = Object.hasOwn(schema, key) ? schema[key] : undefined;
    if (block === undefined) attributes.push({ name: key, value: expressionOf(value), line: value.line });
    else blocks.push(...blocksIn(key, value, block, block.labels, []));
  }
  return { attributes, blocks };
}

/** Each label is a level of objects; at every level a list stands for several objects. */
function blocksIn(
  type: string,
  node: DataNode,
  schema: BlockSchema,
  labelsLeft: number,
  labels: readonly string[],
): readonly HclBlock[] {
  if (node.type === 'list')
    return itemsOf(node).flatMap((item) => blocksIn(type, item, schema, labelsLeft, labels));
  if (node.type !== 'object') return [];
  if (labelsLeft > 0) {
    return node.entries.flatMap(({ key, value }) =>
      blocksIn(type, value, schema, labelsLeft - 1, [...labels, key]),
    );
  }
  return [{ type, labels, body: bodyOf(node, schema.nested ?? {}), line: node.line }];
}

function expressionOf(node: DataNode): HclExpression {
  switch (node.type) {
    case 'list':
      return { type: 'list', items: node.items.map(expressionOf) };
    case 'object':
      return {
        type: 'object',
        entries: node.entries.map(({ key, value }) => ({ key, value: expressionOf(value) })),
      };
    case 'scalar':
      // In JSON syntax a string is a template.
      return typeof node.value === 'string' && /[$%]\{/.test(node.value)
        ? { type: 'expression', text: JSON.stringify(node.value) }
        : { type: 'literal', value: node.value };
  }
}
