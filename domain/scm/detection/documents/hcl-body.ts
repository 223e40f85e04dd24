/** The parts of an HCL file (Terraform, OpenTofu, Terragrunt) that detection reads. Lines start at 1. */
export interface HclBody {
  readonly attributes: readonly HclAttribute[];
  readonly blocks: readonly HclBlock[];
}

export interface HclAttribute {
  readonly name: string;
  readonly value: HclExpression;
  readonly line: number;
}

export interface HclBlock {
  readonly type: string;
  readonly labels: readonly string[];
  readonly body: HclBody;
  readonly line: number;
}

export type HclExpression =
  | { readonly type: 'literal'; readonly value: string | number | boolean | null }
  | {
      readonly type: 'object';
      readonly entries: readonly { readonly key: string; readonly value: HclExpression }[];
    }
  | { readonly type: 'list'; readonly items: readonly HclExpression[] }
  /** Anything else, as written: references, function calls, templates with `${…}`. */
  | { readonly type: 'expression'; readonly text: string };

/** The top-level blocks whose content is read. With `nested`, nothing of it but the nested blocks of these types. */
export type BlockSelection = ReadonlyMap<string, { readonly nested?: ReadonlySet<string> }>;

/** An HCL file after parsing. `problem` names the first syntax error; blocks around the error are still included. */
export interface ParsedHcl {
  readonly body: HclBody;
  readonly problem?: string;
}

/** Returns the value of an attribute; the first one when a file repeats it. */
export function attributeOf(body: HclBody, name: string): HclExpression | undefined {
  return body.attributes.find((attribute) => attribute.name === name)?.value;
}

/** Returns the value of an attribute that is a literal string. */
export function stringAttribute(body: HclBody, name: string): string | undefined {
  return stringOf(attributeOf(body, name));
}

/** Returns the value of a literal string. */
export function stringOf(expression: HclExpression | undefined): string | undefined {
  return expression?.type === 'literal' && typeof expression.value === 'string'
    ? expression.value
    : undefined;
}

/** Returns an expression as HCL text; undefined for objects and lists. */
export function hclTextOf(expression: HclExpression | undefined): string | undefined {
  if (expression?.type === 'expression') return expression.text;
  return expression?.type === 'literal' ? JSON.stringify(expression.value) : undefined;
}

/** Returns the blocks of a type. */
export function blocksOf(body: HclBody, type: string): readonly HclBlock[] {
  return body.blocks.filter((block) => block.type === type);
}
