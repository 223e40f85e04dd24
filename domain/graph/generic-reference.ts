import { baseKeyOf, identifierKey } from './identifier-key.ts';

/** Id of the references that no declared rule finds. */
export const genericRule = 'generic';

/**
 * Returns the identifier of a text that is an ARN or a prefixed id such as `subnet-0123456789abcdef0`, or null. Takes only
 * whole texts, not parts of texts.
 */
export function genericIdentifier(text: string): { key: string; baseKey?: string } | null {
  if (text.startsWith('arn:')) {
    const key = identifierKey('arn', text);
    if (key === null) return null;
    const baseKey = baseKeyOf('arn', key);
    return baseKey === undefined ? { key } : { key, baseKey };
  }
  return isPrefixedId(text) ? { key: text } : null;
}

/** Whether a key holds names, descriptions or other texts of people. */
export function isProseKey(key: string): boolean {
  return proseEndings.some((ending) => key.endsWith(ending)) || proseKeys.has(key);
}

const proseEndings = ['Name', 'Description', 'Comment', 'description', 'Message', 'Reason'];
const proseKeys = new Set(['name', 'comment', 'title', 'label', 'message', 'reason']);

const maximumPrefixedIdLength = 40;
const idForm = /^([a-z]+(?:-[a-z]+)*)-(?:[0-9a-f]{8}|[0-9a-f]{17})$/;

function isPrefixedId(text: string): boolean {
  if (text.length > maximumPrefixedIdLength) return false;
  const prefix = idForm.exec(text)?.[1];
  return prefix !== undefined && idPrefixes.has(prefix);
}

/** Source: EC2 API reference and EFS, FSx, Systems Manager and Directory Service API references. */
const idPrefixes: ReadonlySet<string> = new Set(
  `acl ami cagw cgw cr cvpn-endpoint dopt eice eigw eipalloc eni fl fleet fs fsap fsmt h i igw ipam ipam-pool ipam-scope key
  lgw lt mw nat pb pcx pl r rslvr-in rslvr-out rslvr-rr rtb sfr sg sgr snap subnet svm tgw tgw-attach tgw-rtb tmf tmt vgw vol
  vpc vpce vpce-svc vpn fsvol backup mt d s sd srv ns`.split(/\s+/),
);
