import { quoteHcl, unquoteHcl } from '../../mapping/hcl-text.ts';

/**
 * Returns an address with the secrets of its index keys replaced, for example `aws_iam_user.ci["(sensitive)"]`. The names
 * between the keys are identifiers of the configuration, which cannot be sensitive values. Terraform rejects sensitive values
 * in `for_each`, but not after `nonsensitive()`, and not a text that is sensitive elsewhere.
 */
export function redactIndexKeys(address: string, redactText: (text: string) => string): string {
  if (!address.includes('["')) return address;
  return address.replaceAll(/(?<=\[)"(?:[^"\\]|\\.)*"(?=\])/g, (literal) => {
    const key = unquoteHcl(literal) ?? literal.slice(1, -1);
    const redacted = redactText(key);
    return redacted === key ? literal : quoteHcl(redacted);
  });
}
