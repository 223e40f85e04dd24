import type { PulumiResource } from './read-pulumi-package.ts';

/** The Terraform type of a Pulumi resource, with the Terraform names of its secret properties. */
export interface MatchedType {
  readonly type: string;
  readonly attributes: readonly string[];
}

/** Jaccard index of the names, from which two descriptions are those of one type. */
const leastAgreement = 0.5;

/**
 * Returns the Terraform types of a Pulumi resource. Pulumi renames types and attributes; the type is the one whose attributes
 * agree best, where its name decides between types with the same attributes. Types that the provider has under a former name
 * too (`cloudflare_tunnel`, `cloudflare_zero_trust_tunnel_cloudflared`) are resources of their own in Pulumi.
 */
export function matchType(
  resource: PulumiResource,
  types: ReadonlyMap<string, readonly string[]>,
  prefix: string,
): readonly MatchedType[] {
  const expected = namesOf(resource.token, prefix);
  const properties = new Set(resource.properties.map(comparable));
  const scored = [...types].map(([type, attributes]) => {
    const nameScore = expected.includes(type)
      ? 0.5
      : expected.some((name) => likeNames(name, type))
        ? 0.25
        : 0;
    return { type, attributes, agreement: agreementOf(properties, attributes), nameScore };
  });
  const [best] = scored.toSorted(
    (one, other) => other.agreement + other.nameScore - one.agreement - one.nameScore,
  );
  const isMatch =
    best !== undefined &&
    (best.agreement >= leastAgreement || (best.nameScore === 0.5 && best.agreement > 0.25));
  if (!isMatch)
    // A type that the list of names lacks: both names that Terraform could have for it.
    return expected.map((type) => ({ type, attributes: resource.secrets.map(snakeCase) }));
  const byName = new Map(best.attributes.map((name) => [comparable(name), name]));
  const attributes = resource.secrets.map((name) => byName.get(comparable(name)) ?? snakeCase(name));
  return [{ type: best.type, attributes }];
}

/** `azure:containerservice/registry:Registry` → `azurerm_registry`, `azurerm_containerservice_registry`. */
function namesOf(token: string, prefix: string): readonly string[] {
  const [, , module = '', name = ''] = /^(\w+):(\w+)\/\w+:(\w+)$/.exec(token) ?? [];
  const own = snakeCase(name);
  const short = own.startsWith(`${prefix}_`) ? own : `${prefix}_${own}`;
  return module === 'index' ? [short] : [short, `${prefix}_${snakeCase(module)}_${own}`];
}

function likeNames(expected: string, type: string): boolean {
  return comparable(expected) === comparable(type) || type.endsWith(expected.slice(expected.indexOf('_')));
}

function agreementOf(properties: ReadonlySet<string>, attributes: readonly string[]): number {
  const names = new Set(attributes.filter((name) => name !== 'timeouts' && name !== 'id').map(comparable));
  const common = [...names].filter((name) => properties.has(name)).length;
  return common / (names.size + properties.size - common);
}

/** Pulumi names lists in the plural. */
function comparable(name: string): string {
  return name
    .replaceAll('_', '')
    .toLowerCase()
    .replace(/(?:es|s)$/, '');
}

function snakeCase(name: string): string {
  return name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, '_')
    .toLowerCase();
}
