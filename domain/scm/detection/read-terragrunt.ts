import { backendConfigOf, backendConfigOfObject } from './backend-config.ts';
import type { BackendBlock, TerragruntDocument } from './document.ts';
import {
  attributeOf,
  blocksOf,
  stringAttribute,
  textOf,
  type HclBody,
  type HclExpression,
} from './hcl-body.ts';
import { callArguments } from './terragrunt-expression.ts';

/** Returns the facts of a Terragrunt file. */
export function readTerragrunt(body: HclBody): TerragruntDocument {
  const terraform = blocksOf(body, 'terraform');
  const source = terraform
    .flatMap(({ body }) => body.attributes.filter(({ name }) => name === 'source'))
    .flatMap(({ value, line }) => {
      const text = textOf(value);
      return text === undefined ? [] : [{ text, line }];
    })[0];
  const remoteState = remoteStateOf(body);
  return {
    type: 'terragrunt',
    includes: blocksOf(body, 'include').flatMap(({ labels, body }) => {
      const path = textOf(attributeOf(body, 'path'));
      return path === undefined ? [] : [{ name: labels[0] ?? '', path }];
    }),
    locals: blocksOf(body, 'locals')
      .flatMap(({ body }) => body.attributes)
      .flatMap(({ name, value }) => {
        const text = textOf(value);
        return text === undefined ? [] : [{ name, text }];
      }),
    ...(source === undefined ? {} : { source }),
    dependencies: [
      ...blocksOf(body, 'dependency').flatMap(({ body }) => textOf(attributeOf(body, 'config_path')) ?? []),
      ...blocksOf(body, 'dependencies').flatMap(({ body }) => textsOf(attributeOf(body, 'paths'))),
    ],
    reads: [...expressionsIn(body)].flatMap((text) => callArguments(text, readingFunctions)),
    variableFiles: terraform
      .flatMap(({ body }) => blocksOf(body, 'extra_arguments'))
      .flatMap(({ body }) => [
        ...textsOf(attributeOf(body, 'required_var_files')),
        ...textsOf(attributeOf(body, 'optional_var_files')),
      ]),
    ...(remoteState === undefined ? {} : { remoteState }),
    generates: generatesOf(body),
    units: [...blocksOf(body, 'unit'), ...blocksOf(body, 'stack')].flatMap(({ labels, body, line }) => {
      const text = textOf(attributeOf(body, 'source'));
      return text === undefined ? [] : [{ name: labels[0] ?? '', source: text, line }];
    }),
  };
}

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

function generatesOf(body: HclBody): TerragruntDocument['generates'] {
  const blocks = blocksOf(body, 'generate').flatMap(({ body, line }) => {
    const path = stringAttribute(body, 'path');
    return path === undefined ? [] : [{ path, line }];
  });
  const ofState = blocksOf(body, 'remote_state').flatMap(({ body, line }) => {
    const generate = attributeOf(body, 'generate');
    if (generate?.type !== 'object') return [];
    const path = generate.entries.find(({ key }) => key === 'path')?.value;
    return path?.type === 'literal' && typeof path.value === 'string' ? [{ path: path.value, line }] : [];
  });
  return [...blocks, ...ofState];
}

function textsOf(expression: HclExpression | undefined): readonly string[] {
  return expression?.type === 'list' ? expression.items.flatMap((item) => textOf(item) ?? []) : [];
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
