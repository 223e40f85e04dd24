import { backendConfigOf } from './backend-config.ts';
import type { BackendBlock, CodeBlock, ProviderBlock, TerraformDocument } from './document.ts';
import {
  attributeOf,
  blocksOf,
  stringAttribute,
  stringOf,
  textOf,
  type HclBlock,
  type HclBody,
  type HclExpression,
} from './hcl-body.ts';

/** Blocks whose content {@link readTerraform} uses. Parsers need not descend into others. */
export const readTerraformBlocks: ReadonlySet<string> = new Set([
  'terraform',
  'provider',
  'module',
  'component',
  'variable',
  'moved',
  'required_providers',
]);

/** Returns the facts of a Terraform or OpenTofu file, in HCL or JSON syntax. */
export function readTerraform(body: HclBody, generated: boolean): TerraformDocument {
  const settings = blocksOf(body, 'terraform');
  const variables = blocksOf(body, 'variable');
  const calls = body.blocks.filter(({ type, labels }) => callTypes.has(type) && labels.length === 1);
  const backend = settings.map(({ body }) => backendOf(body)).find((found) => found !== undefined);
  return {
    type: 'terraform',
    generated,
    ...(backend === undefined ? {} : { backend }),
    workspaces: settings.flatMap(({ body }) => workspacesOf(body)),
    requiredProviders: [...settings.map(({ body }) => body), body].flatMap(requiredProvidersOf),
    providers: blocksOf(body, 'provider').flatMap(providerOf),
    modules: calls.flatMap(({ labels, body, line }) => {
      const source = stringAttribute(body, 'source');
      return source === undefined ? [] : [{ name: labels[0] ?? '', source, line }];
    }),
    blocks: body.blocks.flatMap(codeBlock),
    moved: blocksOf(body, 'moved').flatMap(({ body, line }) => {
      const from = textOf(attributeOf(body, 'from'));
      const to = textOf(attributeOf(body, 'to'));
      return from === undefined || to === undefined ? [] : [{ from, to, line }];
    }),
    variables: variables.length,
    variablesWithoutDefault: variables.filter(({ body }) => attributeOf(body, 'default') === undefined)
      .length,
    imports: blocksOf(body, 'import').length,
    hasContent: body.blocks.some(({ type }) => contentBlocks.has(type)) || backend !== undefined,
    hasResources: body.blocks.some(({ type }) => resourceBlocks.has(type)),
    deployments: blocksOf(body, 'deployment').flatMap(({ labels }) => labels.slice(0, 1)),
  };
}

const callTypes = new Set(['module', 'component']);
const resourceBlocks = new Set(['resource', 'data', 'ephemeral', 'module', 'component']);
const contentBlocks = new Set([
  ...resourceBlocks,
  'provider',
  'output',
  'import',
  'removed',
  'check',
  'deployment',
]);

function backendOf(settings: HclBody): BackendBlock | undefined {
  for (const { type, labels, body, line } of settings.blocks) {
    const label = labels[0];
    if (type === 'backend' && label !== undefined)
      return { type: label, config: backendConfigOf(body), line };
    if (type === 'cloud') return { type: 'cloud', config: backendConfigOf(body), line };
  }
  return undefined;
}

/** Returns the workspaces that a `cloud` block or a `remote` backend names. */
function workspacesOf(settings: HclBody): readonly string[] {
  return settings.blocks
    .filter(({ type }) => type === 'backend' || type === 'cloud')
    .flatMap(({ body }) => blocksOf(body, 'workspaces'))
    .flatMap(({ body }) => stringAttribute(body, 'name') ?? []);
}

function requiredProvidersOf(settings: HclBody): TerraformDocument['requiredProviders'] {
  return blocksOf(settings, 'required_providers').flatMap(({ body }) =>
    body.attributes.map(({ name, value }) => {
      // Before Terraform 0.13 the value was the version.
      const source = stringOf(entryOf(value, 'source'));
      const version = stringOf(value) ?? stringOf(entryOf(value, 'version'));
      return {
        name,
        ...(source === undefined ? {} : { source }),
        ...(version === undefined ? {} : { version }),
      };
    }),
  );
}

function providerOf({ labels, body, line }: HclBlock): readonly ProviderBlock[] {
  const name = labels[0];
  if (name === undefined) return [];
  const alias = stringAttribute(body, 'alias');
  const region = stringAttribute(body, 'region');
  const roleArn = blocksOf(body, 'assume_role').flatMap(
    ({ body }) => stringAttribute(body, 'role_arn') ?? [],
  )[0];
  return [
    {
      name,
      ...(alias === undefined ? {} : { alias }),
      ...(region === undefined ? {} : { region }),
      ...(roleArn === undefined ? {} : { roleArn }),
      line,
    },
  ];
}

function codeBlock({ type, labels, line }: HclBlock): readonly CodeBlock[] {
  const [first, second] = labels;
  if (type === 'resource' && first !== undefined && second !== undefined)
    return [{ address: `${first}.${second}`, line }];
  return type === 'module' && first !== undefined ? [{ address: `module.${first}`, line }] : [];
}

function entryOf(expression: HclExpression, key: string): HclExpression | undefined {
  return expression.type === 'object'
    ? expression.entries.findLast((entry) => entry.key === key)?.value
    : undefined;
}
