import type { TreeCursor } from 'web-tree-sitter';
import type {
  BlockSelection,
  HclAttribute,
  HclBlock,
  HclBody,
  HclExpression,
} from '../../../domain/scm/detection/documents/hcl-body.ts';

const maximumDepth = 60;
const maximumSyntaxNesting = 1_000;
const maximumExpressionLength = 4_000;
/** Heredocs hold the files that Terragrunt generates. */
const maximumHeredocLength = 262_144;

/** Converts the syntax tree. A cursor is used, because every node object costs calls into WebAssembly. */
export class HclConverter {
  readonly #text: string;
  readonly #cursor: TreeCursor;
  readonly #selection: BlockSelection | undefined;
  /** Names a block that is nested too deeply. */
  limitProblem: string | undefined;
  readonly #firstLine: number;
  #errorLine: number | undefined;

  /**
   * @param cursor at the root of the text's syntax tree
   * @param selection the blocks whose content is converted; all when absent
   * @param firstLine the line of the file where the text starts
   */
  constructor(text: string, cursor: TreeCursor, selection: BlockSelection | undefined, firstLine: number) {
    this.#text = text;
    this.#firstLine = firstLine;
    this.#cursor = cursor;
    this.#selection = selection;
  }

  convertFile(): HclBody {
    const body: MutableBody = { attributes: [], blocks: [] };
    this.#forEachChild((type) => {
      if (type === 'body') this.#readBody(body, 0);
      else if (type === 'ERROR') this.#readErrorContent(body);
    });
    return body;
  }

  /** Line of the first error: an ERROR node, or a token that the parser inserted. */
  get errorLine(): number {
    return this.#errorLine ?? this.#findError();
  }

  /** @param nested the types of the nested blocks that are read, and nothing else of the body; everything when absent */
  #readBody(body: MutableBody, depth: number, nested?: ReadonlySet<string>): void {
    this.#forEachChild((type) => {
      if (type === 'block') body.blocks.push(...this.#readBlock(depth, nested));
      else if (nested !== undefined) return;
      else if (type === 'attribute') body.attributes.push(...this.#readAttribute(depth));
      else if (type === 'ERROR') this.#readErrorContent(body);
    });
  }

  /** tree-sitter keeps the blocks that it recognized inside an error as direct children of the error. */
  #readErrorContent(body: MutableBody): void {
    this.#errorLine ??= this.#line();
    this.#forEachChild((type) => {
      if (type === 'attribute') body.attributes.push(...this.#readAttribute(0));
      else if (type === 'block') body.blocks.push(...this.#readBlock(0));
      else if (type === 'body') this.#readBody(body, 0);
    });
  }

  #readBlock(depth: number, wanted?: ReadonlySet<string>): readonly HclBlock[] {
    const line = this.#line();
    const body: MutableBody = { attributes: [], blocks: [] };
    let type: string | undefined;
    const labels: string[] = [];
    this.#forEachChild((nodeType) => {
      if (nodeType === 'identifier') {
        if (type === undefined) type = this.#nodeText();
        else labels.push(this.#nodeText());
      } else if (nodeType === 'string_lit') labels.push(unquote(this.#nodeText()));
      else if (nodeType === 'body' && this.#needsBody(type, depth, wanted))
        this.#readBody(body, depth + 1, depth === 0 ? this.#selection?.get(type ?? '')?.nested : undefined);
    });
    return type === undefined || wanted?.has(type) === false ? [] : [{ type, labels, body, line }];
  }

  #needsBody(type: string | undefined, depth: number, wanted: ReadonlySet<string> | undefined): boolean {
    if (depth >= maximumDepth) {
      this.limitProblem = `Line ${this.#line()}: more than ${maximumDepth} levels of nesting.`;
      return false;
    }
    if (type === undefined) return false;
    return depth > 0 ? (wanted?.has(type) ?? true) : (this.#selection?.has(type) ?? true);
  }

  #readAttribute(depth: number): readonly HclAttribute[] {
    const line = this.#line();
    let name: string | undefined;
    let value: HclExpression | undefined;
    this.#forEachChild((type) => {
      if (type === 'identifier') name = this.#nodeText();
      else if (type === 'expression') value = this.#readExpression(depth);
    });
    return name === undefined || value === undefined ? [] : [{ name, value, line }];
  }

  #readExpression(depth: number): HclExpression {
    const text = this.#nodeText();
    const maximumLength = text.startsWith('<<') ? maximumHeredocLength : maximumExpressionLength;
    let result: HclExpression = { type: 'expression', text: text.slice(0, maximumLength) };
    if (depth >= maximumDepth) return result;
    this.#forEachChild((type) => {
      if (type === 'literal_value') result = literalOf(text) ?? result;
      else if (type === 'template_expr') result = templateOf(text) ?? result;
      else if (type === 'collection_value') result = this.#readCollection(depth) ?? result;
    });
    return result;
  }

  #readCollection(depth: number): HclExpression | undefined {
    let result: HclExpression | undefined;
    this.#forEachChild((type) => {
      if (type === 'object') result = this.#readObject(depth);
      else if (type === 'tuple') result = this.#readTuple(depth);
    });
    return result;
  }

  #readTuple(depth: number): HclExpression {
    const items: HclExpression[] = [];
    this.#forEachChild((type) => {
      if (type === 'expression') items.push(this.#readExpression(depth + 1));
    });
    return { type: 'list', items };
  }

  #readObject(depth: number): HclExpression {
    const entries: { key: string; value: HclExpression }[] = [];
    this.#forEachChild((type) => {
      if (type !== 'object_elem') return;
      let key: string | undefined;
      this.#forEachChild((elementType) => {
        if (elementType !== 'expression') return;
        if (key === undefined) key = unquote(this.#nodeText());
        else entries.push({ key, value: this.#readExpression(depth + 1) });
      });
    });
    return { type: 'object', entries };
  }

  #forEachChild(visit: (type: string) => void): void {
    if (!this.#cursor.gotoFirstChild()) return;
    do visit(this.#cursor.nodeType);
    while (this.#cursor.gotoNextSibling());
    this.#cursor.gotoParent();
  }

  #line(): number {
    return this.#cursor.startPosition.row + this.#firstLine;
  }

  #nodeText(): string {
    return this.#text.slice(this.#cursor.startIndex, this.#cursor.endIndex);
  }

  /** Descends into the first child with an error, without recursion. */
  #findError(): number {
    for (let depth = 0; depth < maximumSyntaxNesting; depth += 1) {
      const node = this.#cursor.currentNode;
      if (node.isError || node.isMissing || !this.#cursor.gotoFirstChild()) break;
      while (!this.#cursor.currentNode.hasError && !this.#cursor.currentNode.isMissing) {
        if (!this.#cursor.gotoNextSibling()) break;
      }
    }
    return this.#line();
  }
}

interface MutableBody {
  readonly attributes: HclAttribute[];
  readonly blocks: HclBlock[];
}

function literalOf(text: string): HclExpression | undefined {
  if (text === 'true' || text === 'false') return { type: 'literal', value: text === 'true' };
  if (text === 'null') return { type: 'literal', value: null };
  const number = Number(text);
  if (text !== '' && !Number.isNaN(number)) return { type: 'literal', value: number };
  return templateOf(text);
}

/** Returns the text of a quoted string without `${…}` and `%{…}`. */
function templateOf(text: string): HclExpression | undefined {
  if (
    !text.startsWith('"') ||
    !text.endsWith('"') ||
    text.length < 2 ||
    text.length > maximumExpressionLength
  )
    return undefined;
  const withoutEscapes = text.replaceAll('$${', '').replaceAll('%%{', '');
  if (withoutEscapes.includes('${') || withoutEscapes.includes('%{')) return undefined;
  return { type: 'literal', value: unquote(text) };
}

/** Returns the text of a quoted string with HCL's escape sequences replaced; other texts unchanged. */
function unquote(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"') || text.length < 2) return text;
  return text
    .slice(1, -1)
    .replaceAll('$${', '${')
    .replaceAll('%%{', '%{')
    .replaceAll(/\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)/g, (_, escape: string) => unescape(escape));
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

function unescape(escape: string): string {
  if (escape.length === 1) return Object.hasOwn(escapes, escape) ? (escapes[escape] ?? '') : escape;
  const code = Number.parseInt(escape.slice(1), 16);
  return code > 0x10_ff_ff ? '\ufffd' : String.fromCodePoint(code);
}
