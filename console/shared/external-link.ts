const hosts = new Set(['github.com', 'gitlab.com']);
const consoleHosts = ['console.aws.amazon.com', 'console.amazonaws-us-gov.com', 'console.amazonaws.cn'];
const quickCreate = /^(?:[a-z0-9-]+\.)?console\.(?:aws\.amazon\.com|amazonaws-us-gov\.com|amazonaws\.cn)$/;

/**
 * Returns the URL if the console may make a link of it: https, to GitHub, GitLab, AWS's consoles, or one of `bases` (the
 * `base_url` of the organization's connections); else undefined, and the page shows it as text.
 */
export function externalLink(text: string | undefined, bases: readonly string[] = []): string | undefined {
  if (text === undefined) return undefined;
  const url = parse(text);
  if (url === undefined || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    return undefined;
  const isKnown =
    (url.port === '' && (hosts.has(url.hostname) || quickCreate.test(url.hostname))) ||
    bases.some((base) => parse(base)?.origin === url.origin);
  return isKnown ? url.href : undefined;
}

/** Returns the page of AWS's console for an ARN, by its partition. */
export function awsConsoleLink(arn: string | undefined): string | undefined {
  const partition = /^arn:(aws|aws-us-gov|aws-cn):/.exec(arn ?? '')?.[1];
  if (arn === undefined || partition === undefined) return undefined;
  const host = consoleHosts[['aws', 'aws-us-gov', 'aws-cn'].indexOf(partition)] ?? '';
  return `https://${host}/go/view?arn=${encodeURIComponent(arn)}`;
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
