import { collectorOf } from '../discovery/declaration/resource-types.ts';
import { EC2_ID } from './ec2-id.ts';
import { hasAccountAsId, isAccountSetting } from './operations.ts';

/** A resource as the inventory has it. */
export interface IdentifiedResource {
  readonly resourceType: string;
  readonly arn: string | undefined;
  readonly nativeId: string;
  readonly name: string | undefined;
}

/** An identifier by which events can name a resource. `*`: an ARN or an EC2 id, under any type. */
export interface ResourceIdentifier {
  readonly resourceType: string;
  readonly identifier: string;
}

/**
 * Returns the identifiers of a resource, to be compared with the references of events: its ARN and native id, the ARN's last
 * parts, its name, and the forms in which services write them. An account number identifies no resource: a setting that an
 * account has once is identified by `@`.
 */
export function resourceIdentifiers(resource: IdentifiedResource): readonly ResourceIdentifier[] {
  const { resourceType, arn, nativeId, name } = resource;
  if (hasAccountAsId(resourceType)) return [{ resourceType, identifier: '@' }];
  const texts = new Set<string>(isAccountSetting(resourceType) ? ['@'] : []);
  const add = (text: string | undefined) => {
    if (text !== undefined && text !== '' && !/^\d{12}$/.test(text)) texts.add(text);
  };
  for (const text of [arn, nativeId]) {
    if (text === undefined) continue;
    add(text);
    if (text.startsWith('arn:')) for (const tail of tailsOf(text)) add(tail);
  }
  // The name of a part is unique only within its parent.
  if (collectorOf(resourceType)?.parent === undefined) add(name);
  add(nativeId.replace(/\.$/, ''));
  const digest = /@(sha256:[0-9a-f]{64})$/.exec(nativeId)?.[1];
  add(digest);
  // A record set of a hosted zone: id, name, type and, if it has one, set identifier.
  if (resourceType === 'AWS::Route53::RecordSet') add(nativeId.split('_').slice(0, 3).join('_'));
  if (resourceType === 'AWS::Route53::HostedZone') add(`/hostedzone/${nativeId}`);
  // Its removal names only the resource that loses the web ACL.
  if (resourceType === 'AWS::WAFv2::WebACLAssociation') add(nativeId.split('|')[0]);
  if (resourceType === 'AWS::Organizations::Account' && /^\d{12}$/.test(nativeId)) texts.add(nativeId);
  const typed = [...texts].map((identifier) => ({ resourceType, identifier }));
  const untyped = [arn, nativeId].filter(
    (text) => text?.startsWith('arn:') === true || (text !== undefined && EC2_ID.test(text)),
  );
  return [
    ...typed,
    ...[...new Set(untyped)].map((identifier) => ({ resourceType: '*', identifier: identifier ?? '' })),
  ];
}

/**
 * The resource part of an ARN, and what follows its type: `function:orders:live`, `orders:live`; `role/team/deploy`,
 * `team/deploy` and, of IAM, the name at the end, `deploy`.
 */
function tailsOf(arn: string): readonly string[] {
  const resource = arn.split(':').slice(5).join(':');
  const afterType = resource.replace(/^[^/:]*[/:]/, '');
  // IAM names are unique in spite of their paths; elsewhere the last part can be that of a listener or a version.
  const last = arn.includes(':iam:') ? [resource.slice(resource.lastIndexOf('/') + 1)] : [];
  const secret = /^secret:(.+)-\w{6}$/.exec(resource)?.[1];
  return [resource, afterType, ...last, ...(secret === undefined ? [] : [secret])];
}
