import { entriesOf, itemsOf } from './data-node.ts';
import type { DataNode } from './data-node.ts';
import type { HclAttribute, HclBlock, HclBody, HclExpression } from './hcl-body.ts';

/**
 * Number of labels of each block type in Terraform's JSON syntax.
 * Source: developer.hashicorp.com/terraform/language/syntax/json
 */
const topLevel: Schema = {
  resource: { labels: 2, nested: { lifecycle: { labels: 0 } } },
  data: { labels: 2 },
  ephemeral: { labels: 2 },
  module: { labels: 1 },
  provider: {
    labels: 1,
    nested: {
      assume_role: { labels: 0 },
      assume_role_with_web_identity: { labels: 0 },
      default_tags: { labels: 0 },
      ignore_tags: { labels: 0 },
    },
  },
  variable: { labels: 1 },
  locals: { labels: 0 },
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

/**
 * The blocks of Terragrunt's configuration. An `include` has a label unless the object has the key `path`.
 * Source: terragrunt.gruntwork.io/docs/reference/hcl/blocks
 */
const terragrunt: Schema = {
  include: { labels: 1, unlabelled: 'path' },
  locals: { labels: 0 },
  terraform: { labels: 0, nested: { extra_arguments: { labels: 1 } } },
  remote_state: { labels: 0 },
  generate: { labels: 1 },
  dependency: { labels: 1 },
  dependencies: { labels: 0 },
};

interface BlockSchema {
  readonly labels: number;
  /** A key of the block's body. An object with it has no label. */
  readonly unlabelled?: string;
  readonly nested?: Schema;
}
interface Schema {
  readonly [type: string]: BlockSchema;
}

/**
 * Converts a file in Terraform's JSON syntax to the structure of an HCL file. The root is an object, or a list of objects
 * that together are the file. Source: HCL JSON syntax specification, "Bodies".
 */
export function terraformJsonBody(root: DataNode | undefined): HclBody {
  return rootBody(root, topLevel);
}

/**
 * Converts a Terragrunt file in JSON syntax, `terragrunt.hcl.json`, to the structure of an HCL file. Templates get their
 * HCL text, which `terragrunt-expression.ts` evaluates.
 */
export function terragruntJsonBody(root: DataNode | undefined): HclBody {
  return rootBody(root, terragrunt);
}

function rootBody(root: DataNode | undefined, schema: Schema): HclBody {
  const bodies = (root?.type === 'list' ? root.items : [root]).flatMap((node) =>
    node === undefined ? [] : bodyOf(node, schema),
  );
  return {
    attributes: bodies.flatMap(({ attributes }) => attributes),
    blocks: bodies.flatMap(({ blocks }) => blocks),
  };
}

function bodyOf(node: DataNode, schema: Schema): HclBody {
  const attributes: HclAttribute[] = [];
  const blocks: HclBlock[] = [];
  for (const { key, value, line } of entriesOf(node)) {
    const block = Object.hasOwn(schema, key) ? schema[key] : undefined;
    if (block === undefined) attributes.push({ name: key, value: expressionOf(value), line });
    else blocks.push(...blocksIn({ type: key, schema: block, labels: [], line }, value));
  }
  return { attributes, blocks };
}

/** A block whose labels are read up to a level of objects. `line` is the line of the last key. */
interface OpenBlock {
  readonly type: string;
  readonly schema: BlockSchema;
  readonly labels: readonly string[];
  readonly line: number;
}

/** Each label is a level of objects; at every level a list stands for several objects. */
function blocksIn(block: OpenBlock, node: DataNode): readonly HclBlock[] {
  if (node.type === 'list')
    return itemsOf(node).flatMap((item) => blocksIn({ ...block, line: item.line }, item));
  if (node.type !== 'object') return [];
  const { type, schema, labels, line } = block;
  const isUnlabelled = node.entries.some(({ key }) => key === schema.unlabelled);
  if (labels.length < schema.labels && !isUnlabelled) {
    return node.entries.flatMap(({ key, value, line: keyLine }) =>
      blocksIn({ type, schema, labels: [...labels, key], line: keyLine }, value),
    );
  }
  return [{ type, labels, body: bodyOf(node, schema.nested ?? {}), line }];
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
        ? { type: 'expression', text: templateText(node.value) }
        : { type: 'literal', value: node.value };
  }
}

/** Returns the HCL text of a template: characters within `${…}` and `%{…}` are not escaped. */
function templateText(value: string): string {
  let text = '';
  let depth = 0;
  for (let index = 0; index < value.length; index += 1) {
    const character = value[index] ?? '';
    if (depth === 0 && /^[$%]\{/.test(value.slice(index, index + 2))) {
      depth = 1;
      text += value.slice(index, index + 2);
      index += 1;
      continue;
    }
    if (depth > 0 && character === '{') depth += 1;
    const isEscaped = depth === 0 && /["\\\p{Cc}]/u.test(character);
    text += isEscaped ? JSON.stringify(character).slice(1, -1) : character;
    if (depth > 0 && character === '}') depth -= 1;
  }
  return `"${text}"`;
}
