import { resourceType as tierAType } from '../resource-types.ts';
import { cloudControlTable } from './cloud-control-table.ts';

/** The name of the service whose tasks read types of tier B. */
export const cloudControlService = 'cloudcontrol';

/** A type that the generic Cloud Control collector reads. */
export interface CloudControlType {
  readonly resourceType: string;
  readonly primaryIdentifier: readonly string[];
  /** Properties of the resource model without which AWS does not list. */
  readonly requiredInputs: readonly string[];
  /** Global types answer the same in every region: they are read once, in `global`. */
  readonly scope: 'global' | 'regional';
  readonly actions: readonly string[];
}

/** Services without regions, by their names in CloudFormation. Source: the AWS documentation of global services. */
const globalServices: ReadonlySet<string> = new Set([
  'Billing',
  'BillingConductor',
  'Budgets',
  'CE',
  'CUR',
  'CloudFront',
  'GlobalAccelerator',
  'IAM',
  'NetworkManager',
  'Organizations',
  'Route53',
  'Route53RecoveryControl',
  'Route53RecoveryReadiness',
  'Shield',
  'WAF',
]);

/**
 * Types of tier B: those with a list handler that no collector of tier A owns. A type whose inputs nothing here can fill
 * is collected with the outcome `unsupported`, and says so in the ledger.
 */
export const cloudControlTypes: readonly CloudControlType[] = cloudControlTable
  .map(parse)
  .filter(({ resourceType }) => tierAType(resourceType) === undefined);

const byName = new Map(cloudControlTypes.map((type) => [type.resourceType, type]));

export function cloudControlType(name: string): CloudControlType | undefined {
  return byName.get(name);
}

/** IAM actions of the collector itself; those of the types come from their handlers. */
export const cloudControlActions = ['cloudformation:GetResource', 'cloudformation:ListResources'] as const;

/**
 * Types that ARNs hint at: those of the ARN's service whose last part the ARN's resource part names; all of the
 * service's when none is named. `arn:aws:ivs:eu-west-1:1:channel/x` → `AWS::IVS::Channel`.
 */
export function typesHintedBy(arns: Iterable<string>): ReadonlySet<string> {
  const hints = new Set([...arns].map(hintOf).filter((hint) => hint !== ''));
  const found = new Set<string>();
  for (const hint of hints) {
    const [service = '', word = ''] = hint.split(' ');
    const ofService = typesByService.get(service) ?? [];
    const named = ofService.filter((type) => lastWord(type) === word);
    for (const type of named.length > 0 ? named : ofService) found.add(type);
  }
  return found;
}

function hintOf(arn: string): string {
  const [, , service, , , ...rest] = arn.split(':');
  if (service === undefined || rest.length === 0) return '';
  const word = /^\/?([A-Za-z0-9_-]+)[/:]/.exec(`${rest.join(':')}`)?.[1] ?? '';
  return `${service.toLowerCase()} ${squeeze(word)}`;
}

/** The services of a type's ARNs: its name in CloudFormation, and the IAM prefix of its list handler. */
const typesByService = new Map<string, string[]>();
for (const { resourceType, actions } of cloudControlTypes) {
  const own = (resourceType.split('::')[1] ?? '').toLowerCase();
  const prefix = actions[0]?.split(':')[0] ?? own;
  for (const service of new Set([own, prefix])) {
    typesByService.set(service, [...(typesByService.get(service) ?? []), resourceType]);
  }
}

function lastWord(type: string): string {
  return squeeze(type.split('::').at(-1) ?? '');
}

function squeeze(word: string): string {
  return word.toLowerCase().replaceAll(/[-_]/g, '');
}

function parse(line: string): CloudControlType {
  const [resourceType = '', identifier = '', inputs = '', actions = ''] = line.split('|');
  return {
    resourceType,
    primaryIdentifier: split(identifier),
    requiredInputs: split(inputs),
    scope: globalServices.has(resourceType.split('::')[1] ?? '') ? 'global' : 'regional',
    actions: split(actions),
  };
}

function split(text: string): readonly string[] {
  return text === '' ? [] : text.split(',');
}
