import { defined } from '../defined.ts';
const identifier = String.raw`[\p{ID_Start}_][\p{ID_Continue}-]*`;
const key = String.raw`\[(?:\d{1,15}|"(?:[^"\\\p{C}]|\\[^\p{C}])*")\]`;
const modules = `(?:module\\.${identifier}(?:${key})?\\.)*`;
/** Terraform 0.13 and later: the source address of the provider in brackets. An OpenTofu alias may have a key. */
const current = new RegExp(
  `^${modules}provider\\["[A-Za-z0-9.:_-]+/[A-Za-z0-9_-]+/aws"\\](?:\\.(?<alias>${identifier}(?:${key})?))?$`,
  'u',
);
/** Terraform 0.12 and earlier, and state version 3. */
const legacy = new RegExp(`^${modules}provider\\.aws(?:\\.(?<alias>${identifier}))?$`, 'u');
const maximumLength = 2_048;

/** Whether the address of a provider configuration in a state is one of the AWS Cloud Control provider. */
export function isAwsccProvider(address: string): boolean {
  return /(?:\/|^provider\.)awscc(?:["\].]|$)/.test(address);
}

/**
 * Reads the address of a provider configuration in a state, for example
 * `module.network.provider["registry.terraform.io/hashicorp/aws"].west` or `provider.aws`.
 *
 * @returns undefined for a provider of another type than `aws`
 */
export function readAwsProvider(address: string): { readonly alias?: string } | undefined {
  if (address.length > maximumLength) return undefined;
  const match = current.exec(address) ?? legacy.exec(address);
  if (match === null) return undefined;
  const alias = match.groups?.['alias'];
  return defined({ alias });
}
