/** How an attribute of a state and a value of AWS are compared. `canonicalForm` defines each of them. */
export const comparisons = [
  'scalar',
  'text',
  'list',
  'set',
  'json',
  'policy',
  'tags',
  'boolean_word',
  'seconds',
  'bytes',
  'reference',
  'version',
] as const;
export type Comparison = (typeof comparisons)[number];

/** An attribute of a Terraform type that can be compared with the inventory. */
export interface AttributeRow {
  /** Dotted, without the index of a block that occurs once: `health_check.path`. */
  readonly attribute: string;
  readonly comparison: Comparison;
  /** Of the configuration of the resource, as `selectValues` reads it. */
  readonly path: string;
  /** The canonical form that is the same as an absent value, such as `false`. */
  readonly default?: string;
  /** A deployment changes the attribute without Terraform: it is compared only when the block of the entry was found. */
  readonly deployed?: true;
}

/** The comparable attributes of a Terraform type. */
export interface AttributeRows {
  readonly terraformType: string;
  readonly resourceType: string;
  /**
   * Of associations and parts: a template of the `native_id` of the resource that they configure. Absent: the entry's own
   * resource.
   */
  readonly holder?: string;
  readonly rows: readonly AttributeRow[];
}

/**
 * Reads a table: a line `<Terraform type> <resource type> [<holder>]`, followed by a line for each attribute,
 * `  <attribute> <comparison> <path> [default=<text>] [deployed]`.
 *
 * @throws Error for a line that has no such form
 */
export function readAttributeRows(table: string): readonly AttributeRows[] {
  const types: { terraformType: string; resourceType: string; holder?: string; rows: AttributeRow[] }[] = [];
  for (const line of table.split('\n')) {
    if (line.trim() === '') continue;
    const [first = '', second = '', third, ...rest] = line.trim().split(' ');
    if (!line.startsWith(' ')) {
      types.push({
        terraformType: first,
        resourceType: second,
        ...(third === undefined ? {} : { holder: third }),
        rows: [],
      });
      continue;
    }
    const comparison = comparisons.find((name) => name === second);
    const type = types.at(-1);
    if (type === undefined || comparison === undefined || third === undefined)
      throw new Error(`malformed row of comparable attributes: ${line}`);
    const fallback = rest.find((word) => word.startsWith('default='));
    type.rows.push({
      attribute: first,
      comparison,
      path: third,
      ...(fallback === undefined ? {} : { default: fallback.slice('default='.length) }),
      ...(rest.includes('deployed') ? { deployed: true } : {}),
    });
  }
  return types;
}
