import { defined } from '../../defined.ts';
import { readArnParts } from '../../mapping/locate-entries.ts';
import type { ArnParts, ProviderBlockLocation } from '../../mapping/locate-entries.ts';
import type { MutableJson } from '../../json/json.ts';
import type { ProviderEvidence } from './map-change.ts';
import { maskOf } from '../redact/value-mask.ts';

/** The facts of a plan about its AWS providers. Addresses are without index keys. */
export interface PlanProviders {
  /** The key of the provider configuration, by the address of the resource. */
  readonly providerKeys: ReadonlyMap<string, string>;
  /** The expressions of the provider blocks, by their key. */
  readonly providers: ReadonlyMap<string, MutableJson>;
  /** The values of the root module's variables. */
  readonly variables: ReadonlyMap<string, MutableJson>;
  /** ARNs of resources, by their address. */
  readonly arns: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Returns a function that looks up the evidence for the provider of a resource. */
export function providerEvidence(plan: PlanProviders): (codeAddress: string) => ProviderEvidence {
  const siblings = siblingsOf(plan);
  const evidence = new Map<string, ProviderEvidence>();
  return (codeAddress) => {
    const key = plan.providerKeys.get(codeAddress) ?? '';
    const known = evidence.get(key);
    if (known !== undefined) return known;
    const parts = siblings.get(key);
    const block = blockOf(plan.providers.get(key), plan.variables);
    const found = defined({ siblings: parts, block });
    evidence.set(key, found);
    return found;
  };
}

/** Returns the account and region of each provider, if the ARNs of its resources name exactly one. */
function siblingsOf({ arns, providerKeys }: PlanProviders): ReadonlyMap<string, ArnParts> {
  const found = new Map<string, { readonly accounts: Set<string>; readonly regions: Set<string> }>();
  for (const [codeAddress, texts] of arns) {
    const key = providerKeys.get(codeAddress) ?? '';
    const known = found.get(key) ?? { accounts: new Set(), regions: new Set() };
    found.set(key, known);
    for (const text of texts) {
      const parts = readArnParts(text);
      if (parts?.awsAccountNumber !== undefined) known.accounts.add(parts.awsAccountNumber);
      if (parts?.region !== undefined) known.regions.add(parts.region);
    }
  }
  return new Map(
    Array.from(found, ([key, { accounts, regions }]) => {
      const [account] = accounts.size === 1 ? accounts : [];
      const [region] = regions.size === 1 ? regions : [];
      return [key, defined({ awsAccountNumber: account, region })];
    }),
  );
}

/** Returns the region and the account of `assume_role`, if they are constants or root variables. */
function blockOf(
  expressions: MutableJson | undefined,
  variables: PlanProviders['variables'],
): ProviderBlockLocation | undefined {
  if (expressions === undefined) return undefined;
  const textOf = (expression: MutableJson | undefined): string | undefined => {
    const constant = maskOf(expression, 'constant_value');
    if (typeof constant === 'string') return constant;
    const references = maskOf(expression, 'references');
    const reference = Array.isArray(references) && references.length === 1 ? references[0] : undefined;
    const [, name] = typeof reference === 'string' ? (/^var\.([\w-]+)$/.exec(reference) ?? []) : [];
    const value = name === undefined ? undefined : variables.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const region = textOf(maskOf(expressions, 'region'));
  const roles = maskOf(expressions, 'assume_role');
  const role = textOf(maskOf(Array.isArray(roles) ? roles[0] : roles, 'role_arn'));
  const account = readArnParts(role ?? '')?.awsAccountNumber;
  return {
    ...(region === undefined || !/^[a-z]{2,5}(?:-[a-z]+){1,3}-\d{1,2}$/.test(region) ? {} : { region }),
    ...defined({ assumeRoleAccount: account }),
  };
}
