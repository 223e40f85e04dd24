import { defined } from '../../../defined.ts';
import { backendConfigOf, backendConfigOfObject, withoutUserInfo } from './backend-config.ts';
import type { BackendBlock, GeneratedCode, GeneratedFile, TerragruntDocument } from './document.ts';
import { attributeOf, blocksOf, stringAttribute, stringOf, hclTextOf } from './hcl-body.ts';
import type { HclBlock, HclBody, HclExpression } from './hcl-body.ts';
import { localValuesOf, readTerraform } from './read-terraform.ts';
import { callArguments } from '../systems/terragrunt-expression.ts';

/**
 * Returns the facts of a Terragrunt file.
 *
 * @param generated the parsed contents of `generate` blocks, for which {@link generatedContents} returns a text
 */
export function readTerragrunt(
  body: HclBody,
  generated: ReadonlyMap<HclBlock, HclBody> = new Map(),
): TerragruntDocument {
  const terraform = blocksOf(body, 'terraform');
  const source = terraform
    .flatMap(({ body }) => body.attributes.filter(({ name }) => name === 'source'))
    .flatMap(({ value, line }) => {
      const text = hclTextOf(value);
      return text === undefined ? [] : [{ text: withoutUserInfo(text), line }];
    })[0];
  const remoteState = remoteStateOf(body);
  return defined({
    type: 'terragrunt',
    includes: blocksOf(body, 'include')
      .slice(0, maximumIncludes)
      .flatMap(({ labels, body }) => {
        const path = hclTextOf(attributeOf(body, 'path'));
        return path === undefined ? [] : [{ name: labels[0] ?? '', path }];
      }),
    locals: localValuesOf(body),
    source,
    iamRole: hclTextOf(attributeOf(body, 'iam_role')),
    dependencies: limited([
      ...blocksOf(body, 'dependency').flatMap(
        ({ body }) => hclTextOf(attributeOf(body, 'config_path')) ?? [],
      ),
      ...blocksOf(body, 'dependencies').flatMap(({ body }) => textsOf(attributeOf(body, 'paths'))),
    ]),
    reads: limited(
      new Set([...expressionsIn(body)].flatMap((text) => callArguments(text, readingFunctions))),
    ),
    variableFiles: limited(
      terraform
        .flatMap(({ body }) => blocksOf(body, 'extra_arguments'))
        .flatMap(({ body }) => [
          ...textsOf(attributeOf(body, 'required_var_files')),
          ...textsOf(attributeOf(body, 'optional_var_files')),
        ]),
    ),
    remoteState,
    generates: generatesOf(body, generated),
    units: [...blocksOf(body, 'unit'), ...blocksOf(body, 'stack')].flatMap(({ labels, body, line }) => {
      const text = hclTextOf(attributeOf(body, 'source'));
      return text === undefined ? [] : [{ name: labels[0] ?? '', source: withoutUserInfo(text), line }];
    }),
  });
}

/** Returns the first values; more are not written by people, and every unit that includes the file evaluates them. */
function limited(values: Iterable<string>): readonly string[] {
  return [...values].slice(0, 200);
}

/** Every included file is evaluated again for each unit. Units have one to three. */
const maximumIncludes = 20;

/** Terragrunt functions that read a file of the repository. */
const readingFunctions = [
  'read_terragrunt_config',
  'read_tfvars_file',
  'sops_decrypt_file',
  'templatefile',
  'file',
];

/** `remote_state` is a block, or in old configurations an attribute. */
function remoteStateOf(body: HclBody): BackendBlock | undefined {
  for (const block of blocksOf(body, 'remote_state')) {
    const type = stringAttribute(block.body, 'backend');
    if (type === undefined) continue;
    const nested = blocksOf(block.body, 'config')[0];
    const config =
      nested === undefined
        ? backendConfigOfObject(attributeOf(block.body, 'config'))
        : backendConfigOf(nested.body);
    return { type, config, line: block.line };
  }
  return undefined;
}

/** Returns the literal contents of a `generate` block that writes a Terraform file in HCL syntax. */
export function generatedContents({ body }: HclBlock): string | undefined {
  const path = stringAttribute(body, 'path');
  if (path === undefined || !/\.(?:tf|tofu)$/.test(path)) return undefined;
  const contents = attributeOf(body, 'contents');
  const literal = stringOf(contents);
  if (literal !== undefined || contents?.type !== 'expression') return literal;
  // A heredoc: its first line is `<<EOF`, its last line the end mark.
  if (!contents.text.startsWith('<<')) return undefined;
  return contents.text.trimEnd().split('\n').slice(1, -1).join('\n');
}

function generatesOf(body: HclBody, generated: ReadonlyMap<HclBlock, HclBody>): readonly GeneratedFile[] {
  const blocks = blocksOf(body, 'generate').flatMap((block): readonly GeneratedFile[] => {
    const path = stringAttribute(block.body, 'path');
    if (path === undefined) return [];
    const contents = generated.get(block);
    return [defined({ path, line: block.line, code: contents && generatedCode(contents) })];
  });
  const ofState = blocksOf(body, 'remote_state').flatMap(({ body, line }) => {
    const generate = attributeOf(body, 'generate');
    if (generate?.type !== 'object') return [];
    const path = generate.entries.find(({ key }) => key === 'path')?.value;
    // Terragrunt writes a `terraform` block with the backend.
    const code = generatedCode({ attributes: [], blocks: [] });
    return path?.type === 'literal' && typeof path.value === 'string'
      ? [{ path: path.value, line, code }]
      : [];
  });
  return [...blocks, ...ofState];
}

function generatedCode(body: HclBody): GeneratedCode {
  const { backend, blocks, modules, moved, providers, requiredProviders } = readTerraform(body, true);
  return defined({ backend, blocks, modules, moved, providers, requiredProviders });
}

function textsOf(expression: HclExpression | undefined): readonly string[] {
  return expression?.type === 'list' ? expression.items.flatMap((item) => hclTextOf(item) ?? []) : [];
}

/** Yields the texts of all expressions of a body. */
function* expressionsIn(body: HclBody): Generator<string> {
  for (const { value } of body.attributes) yield* expressionTexts(value);
  for (const block of body.blocks) yield* expressionsIn(block.body);
}

function* expressionTexts(expression: HclExpression): Generator<string> {
  if (expression.type === 'expression') yield expression.text;
  if (expression.type === 'list') for (const item of expression.items) yield* expressionTexts(item);
  if (expression.type === 'object') for (const { value } of expression.entries) yield* expressionTexts(value);
}
