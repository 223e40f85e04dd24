import { Composer, isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, Parser } from 'yaml';
import type { CST, Document, Node, Pair } from 'yaml';
import type { DataEntry, DataNode, ParsedData } from '../../../domain/scm/detection/documents/data-node.ts';
import { maximumNesting } from './parse-json.ts';

/** Limits of one file. Aliases count every value that they repeat. */
const maximumNodes = 300_000;
const maximumParseMs = 10_000;

/**
 * Parses a YAML stream. Tags such as CloudFormation's `!Sub` and Ansible's `!vault` are ignored, their values are kept.
 * Duplicate keys are kept as pairs. Never builds JavaScript objects, so `__proto__` is a key like others.
 */
export function parseYaml(text: string): ParsedData {
  const lines = new LineCounter();
  const composer = new Composer({
    lineCounter: lines,
    logLevel: 'silent',
    prettyErrors: false,
    strict: false,
    uniqueKeys: false,
  });
  const documents: DataNode[] = [];
  const converter = new Converter(lines);
  try {
    for (const document of composer.compose(tokensOf(text, lines))) {
      const [error] = document.errors;
      if (error !== undefined)
        return { documents: [], problem: `Line ${lines.linePos(error.pos[0]).line}: ${error.message}` };
      documents.push(...converter.convertDocument(document));
    }
  } catch (error) {
    if (error instanceof LimitError) return { documents: [], problem: error.message };
    throw error;
  }
  return { documents };
}

/** Yields the syntax tokens of a text. Checks limits here, because the package composes nested values recursively. */
function* tokensOf(text: string, lines: LineCounter): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine);
  const deadline = performance.now() + maximumParseMs;
  let lexemes = 0;
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    lexemes += 1;
    if (parser.stack.length > 2 * maximumNesting) throw nestingError();
    if (lexemes % 1_000 === 0 && performance.now() > deadline) throw new LimitError('Parsing took too long.');
  }
  yield* parser.end();
}

class LimitError extends Error {}

function nestingError(): LimitError {
  return new LimitError(`The file has more than ${maximumNesting} levels of nesting.`);
}

class Converter {
  readonly #lines: LineCounter;
  /** Anchors so far, in the order of the document. The package's own lookup searches the document for every alias. */
  readonly #anchors = new Map<string, Node>();
  #nodes = 0;

  constructor(lines: LineCounter) {
    this.#lines = lines;
  }

  convertDocument(document: Document): readonly DataNode[] {
    this.#anchors.clear();
    return document.contents === null ? [] : [this.#convert(document.contents, 0)];
  }

  #convert(node: unknown, depth: number): DataNode {
    this.#nodes += 1;
    if (this.#nodes > maximumNodes) throw new LimitError(`The file has more than ${maximumNodes} values.`);
    if (depth > maximumNesting) throw nestingError();
    const line = this.#lineOf(node as Node | null);
    if (isAlias(node)) {
      const target = this.#anchors.get(node.source);
      return target === undefined ? { type: 'scalar', value: null, line } : this.#convert(target, depth + 1);
    }
    if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined)
      this.#anchors.set(node.anchor, node);
    if (isSeq(node))
      return { type: 'list', items: node.items.map((item) => this.#convert(item, depth + 1)), line };
    if (isMap(node)) {
      const entries = node.items.flatMap((pair) => this.#convertPair(pair, depth));
      return { type: 'object', entries, line };
    }
    return { type: 'scalar', value: scalarOf(node), line };
  }

  /** A merge key (`<<`) adds the entries of the mapping that it names, before the mapping's own. */
  #convertPair({ key, value }: Pair, depth: number): readonly DataEntry[] {
    const converted = this.#convert(value, depth + 1);
    const name = isScalar(key) ? String(key.value) : '';
    if (name !== '<<') return [{ key: name, value: converted, line: this.#lineOf(key as Node | null) }];
    return converted.type === 'object' ? converted.entries : [];
  }

  #lineOf(node: Node | null): number {
    const start = node?.range?.[0];
    return start === undefined ? 1 : this.#lines.linePos(start).line;
  }
}

function scalarOf(node: unknown): string | number | boolean | null {
  const value: unknown = isScalar(node) ? node.value : null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return null;
}
