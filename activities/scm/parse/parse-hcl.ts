import { fileURLToPath } from 'node:url';
import { Language, Parser } from 'web-tree-sitter';
import type { BlockSelection, HclBody, ParsedHcl } from '../../../domain/scm/detection/documents/hcl-body.ts';
import { HclConverter } from './hcl-converter.ts';

/** tree-sitter takes up to 10 µs for a character of a hostile text, and about 1 µs for others. */
const maximumParseMs = 10_000;
/** Sections of a file with errors. Each costs about 0.1 ms in addition to its text. */
const maximumSections = 5_000;

/**
 * Parses HCL with tree-sitter. A syntax error does not end the parsing: blocks and attributes outside the error are
 * returned, and `problem` names the error's line.
 *
 * @param selection the blocks whose content is returned; all when absent. Other top-level blocks have an empty body.
 */
export async function parseHcl(text: string, selection?: BlockSelection): Promise<ParsedHcl> {
  const parser = await hclParser();
  const deadline = performance.now() + maximumParseMs;
  const whole = parseSection(parser, { text, firstLine: 1 }, selection, deadline);
  if (whole.errorLine === undefined) return toResult(whole);
  // tree-sitter's own recovery can lose the blocks after an error.
  const texts = splitAtBlocks(text);
  if (texts.length > maximumSections) return toResult(whole);
  const sections = texts.map((section) => parseSection(parser, section, selection, deadline));
  const first = sections.find(({ problem }) => problem !== undefined) ?? whole;
  const attributes = sections.flatMap(({ body }) => body.attributes);
  const blocks = sections.flatMap(({ body }) => body.blocks);
  return toResult({ ...first, body: { attributes, blocks } });
}

/** Text between two places where a top-level block or attribute starts. */
interface Section {
  readonly text: string;
  readonly firstLine: number;
}

interface ParsedSection extends ParsedHcl {
  readonly errorLine?: number;
}

function parseSection(
  parser: Parser,
  { text, firstLine }: Section,
  selection: BlockSelection | undefined,
  deadline: number,
): ParsedSection {
  const tooLong: ParsedSection = { body: emptyBody, problem: 'Parsing took too long.' };
  if (performance.now() > deadline) return tooLong;
  const tree = parser.parse(withoutExponents(text), null, {
    progressCallback: () => performance.now() > deadline,
  });
  if (tree === null) {
    parser.reset();
    return tooLong;
  }
  const cursor = tree.walk();
  try {
    const converter = new HclConverter(text, cursor, selection, firstLine);
    const body = converter.convertFile();
    if (tree.rootNode.hasError) {
      const { errorLine } = converter;
      return { body, errorLine, problem: `Syntax error near line ${errorLine}.` };
    }
    const { limitProblem } = converter;
    return limitProblem === undefined ? { body } : { body, problem: limitProblem };
  } finally {
    cursor.delete();
    tree.delete();
  }
}

function toResult({ body, problem }: ParsedSection): ParsedHcl {
  return problem === undefined ? { body } : { body, problem };
}

/** Splits a text before every line that starts with a letter, as formatted HCL does at the top level only. */
function splitAtBlocks(text: string): readonly Section[] {
  const sections: Section[] = [];
  let lines: string[] = [];
  let firstLine = 1;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^[A-Za-z_]/.test(line) && lines.length > 0) {
      sections.push({ text: `${lines.join('\n')}\n`, firstLine });
      lines = [];
      firstLine = index + 1;
    }
    lines.push(line);
  }
  return [...sections, { text: lines.join('\n'), firstLine }];
}

/**
 * The grammar does not know `1e5`. Replaces the `e` between digits, which keeps all positions. The converter reads the
 * original text, so names and strings are not changed.
 */
function withoutExponents(text: string): string {
  return text.replaceAll(/(?<=\d)[eE](?=\d)/g, '0');
}

const emptyBody: HclBody = { attributes: [], blocks: [] };

let loading: Promise<Parser> | undefined;

/** Returns the thread's parser. `parse` is synchronous, so one parser is enough. */
function hclParser(): Promise<Parser> {
  loading ??= loadParser().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function loadParser(): Promise<Parser> {
  await Parser.init();
  const grammar = import.meta.resolve('@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-hcl.wasm');
  const language = await Language.load(fileURLToPath(grammar));
  return new Parser().setLanguage(language);
}
