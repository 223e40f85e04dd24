import { defined } from '../../../defined.ts';
import { isSecretKey } from '../../../secrets/secret-keys.ts';
import { backendConfigOf, containsCredential, withoutUserInfo } from './backend-config.ts';
import type { BackendBlock, CodeBlock, ProviderBlock, TerraformDocument } from './document.ts';
import { attributeOf, blocksOf, stringAttribute, stringOf, hclTextOf } from './hcl-body.ts';
import type { BlockSelection, HclBlock, HclBody, HclExpression } from './hcl-body.ts';
import { ignoredPathsOf } from './ignored-paths.ts';
import { namedValuesOf } from './read-values.ts';

/** Blocks whose content {@link readTerraform} uses. Parsers need not descend into others. */
export const readTerraformBlocks: BlockSelection = new Map([
  ...[
    'terraform',
    'provider',
    'module',
    'component',
    'variable',
    'locals',
    'moved',
    'required_providers',
  ].map((type) => [type, {}] as const),
  ['resource', { nested: new Set(['lifecycle']) }],
]);

/** Returns the facts of a Terraform or OpenTofu file, in HCL or JSON syntax. */
export function readTerraform(body: HclBody, generated: boolean): TerraformDocument {
  const settings = blocksOf(body, 'terraform');
  const variables = blocksOf(body, 'variable');
  const calls = body.blocks.filter(({ type, labels }) => callTypes.has(type) && labels.length === 1);
  const backend = settings.map(({ body }) => backendOf(body)).find((found) => found !== undefined);
  return defined({
    type: 'terraform',
    generated,
    backend,
    workspaces: settings.flatMap(({ body }) => workspacesOf(body)),
    requiredProviders: [...settings.map(({ body }) => body), body].flatMap(requiredProvidersOf),
    providers: blocksOf(body, 'provider').flatMap(providerOf),
    modules: calls.flatMap(({ labels, body, line }) => {
      const source = stringAttribute(body, 'source');
      const version = stringAttribute(body, 'version');
      if (source === undefined) return [];
      return [{ name: labels[0] ?? '', source: withoutUserInfo(source), ...defined({ version }), line }];
    }),
    blocks: body.blocks.flatMap(codeBlock),
    moved: blocksOf(body, 'moved').flatMap(({ body, line }) => {
      const from = addressOf(attributeOf(body, 'from'));
      const to = addressOf(attributeOf(body, 'to'));
      return from === undefined || to === undefined ? [] : [{ from, to, line }];
    }),
    variablesWithoutDefault: variables.filter(({ body }) => attributeOf(body, 'default') === undefined)
      .length,
    defaults: variables.flatMap(({ labels, body }) => {
      const value = attributeOf(body, 'default');
      const isSecret = isTrue(attributeOf(body, 'sensitive'));
      return value === undefined || isSecret ? [] : namedValuesOf([{ name: labels[0] ?? '', value }]);
    }),
    locals: localValuesOf(body),
    imports: blocksOf(body, 'import').length,
    hasContent: body.blocks.some(({ type }) => contentBlocks.has(type)) || backend !== undefined,
    hasResources: body.blocks.some(({ type }) => resourceBlocks.has(type)),
    deployments: blocksOf(body, 'deployment').flatMap(({ labels }) => labels.slice(0, 1)),
  });
}

/** Longer local values are not values of a backend. */
const maximumLocalLength = 1_000;
const maximumLocals = 500;

/** Returns the local values as expressions, without those that can be secret. */
export function localValuesOf(body: HclBody): readonly { readonly name: string; readonly text: string }[] {
  return blocksOf(body, 'locals')
    .flatMap(({ body }) => body.attributes)
    .slice(0, maximumLocals)
    .flatMap(({ name, value }) => {
      const text = hclTextOf(value);
      const isSecret = isSecretKey(name) || (text !== undefined && containsCredential(text));
      return text === undefined || isSecret || text.length > maximumLocalLength ? [] : [{ name, text }];
    });
}

function isTrue(expression: HclExpression | undefined): boolean {
  return expression?.type === 'literal' && expression.value === true;
}

/** Arguments that configure nothing: modules have them, too. */
const neutralArguments: ReadonlySet<string> = new Set(['alias', 'version']);

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
      return defined({ name, source, version });
    }),
  );
}

function providerOf({ labels, body, line }: HclBlock): readonly ProviderBlock[] {
  const name = labels[0];
  if (name === undefined) return [];
  const alias = stringAttribute(body, 'alias');
  const region = stringAttribute(body, 'region');
  // Version 6 of the AWS provider assumes several roles one after the other.
  const lastRole = blocksOf(body, 'assume_role').at(-1);
  const roleArn = lastRole === undefined ? undefined : stringAttribute(lastRole.body, 'role_arn');
  const isConfigured =
    body.blocks.length > 0 || body.attributes.some((attribute) => !neutralArguments.has(attribute.name));
  const webRole = blocksOf(body, 'assume_role_with_web_identity').at(-1);
  const ownCredentials =
    lastRole !== undefined ||
    webRole !== undefined ||
    blocksOf(body, 'dynamic').length > 0 ||
    credentialAttributes.some((key) => has(body, key));
  return [
    defined({
      name,
      alias,
      region,
      roleArn:
        lastRole === undefined && webRole !== undefined ? stringAttribute(webRole.body, 'role_arn') : roleArn,
      allowedAccountIds: accountNumbersOf(attributeOf(body, 'allowed_account_ids')),
      configured: isConfigured ? (true as const) : undefined,
      ownCredentials: ownCredentials ? (true as const) : undefined,
      ...tagSettingsOf(body),
      line,
    }),
  ];
}

/** A list that is not literal can name every tag. */
function tagSettingsOf(body: HclBody): Pick<ProviderBlock, 'defaultTags' | 'ignoredTags'> {
  const dynamic = blocksOf(body, 'dynamic').flatMap(({ labels }) => labels);
  const ignored = blocksOf(body, 'ignore_tags').at(0);
  const texts = (name: string): readonly string[] | undefined => {
    const list = ignored === undefined ? undefined : attributeOf(ignored.body, name);
    if (list === undefined) return [];
    const found = list.type === 'list' ? list.items.map(stringOf) : [undefined];
    const known = found.filter((text) => text !== undefined);
    return known.length === found.length && known.length <= maximumIgnoredTags ? known : undefined;
  };
  const keys = texts('keys');
  const prefixes = texts('key_prefixes');
  const isUnknown = dynamic.includes('ignore_tags') || keys === undefined || prefixes === undefined;
  return defined({
    defaultTags: has(body, 'default_tags') || dynamic.includes('default_tags') ? (true as const) : undefined,
    ignoredTags: isUnknown
      ? { keys: [], prefixes: [''] }
      : ignored === undefined
        ? undefined
        : { keys, prefixes },
  });
}

const maximumIgnoredTags = 200;

const credentialAttributes = ['assume_role', 'profile', 'access_key', 'shared_credentials_files'] as const;

function has(body: HclBody, name: string): boolean {
  return attributeOf(body, name) !== undefined || blocksOf(body, name).length > 0;
}

/** Returns the account numbers of a list of literals; undefined for anything else and for an empty list. */
function accountNumbersOf(list: HclExpression | undefined): readonly string[] | undefined {
  if (list?.type !== 'list' || list.items.length === 0 || list.items.length > maximumAccounts)
    return undefined;
  const numbers = list.items.map((item) => stringOf(item));
  const known = numbers.filter((number) => number !== undefined && /^\d{12}$/.test(number));
  return known.length === numbers.length ? known.filter((number) => number !== undefined) : undefined;
}

const maximumAccounts = 1_000;

/** Returns an address as written: a reference in HCL, a string in JSON syntax. */
function addressOf(expression: HclExpression | undefined): string | undefined {
  return stringOf(expression) ?? hclTextOf(expression);
}

function codeBlock({ type, labels, body, line }: HclBlock): readonly CodeBlock[] {
  const [first, second] = labels;
  if (type === 'resource' && first !== undefined && second !== undefined) {
    const ignoreChanges = blocksOf(body, 'lifecycle')
      .map((lifecycle) => attributeOf(lifecycle.body, 'ignore_changes'))
      .find((found) => found !== undefined);
    const ignored = ignoreChanges === undefined ? undefined : ignoredPathsOf(ignoreChanges);
    return [{ address: `${first}.${second}`, line, ...defined({ ignored }) }];
  }
  return type === 'module' && first !== undefined ? [{ address: `module.${first}`, line }] : [];
}

function entryOf(expression: HclExpression, key: string): HclExpression | undefined {
  return expression.type === 'object'
    ? expression.entries.findLast((entry) => entry.key === key)?.value
    : undefined;
}
