import type { Probe } from '../../connections/summarize-probes.ts';
import { serviceCollectors } from '../declaration/resource-types.ts';

/**
 * IAM prefixes of the services that are probed to decide whether a policy of the customer's AWS organization denies a whole
 * region. Policies that deny regions exempt none of them, and the messages of most name the type of the policy. The services
 * are of several kinds, so that a region is not blocked in an account whose policies allow only a few services.
 */
export const regionProbeServices: readonly string[] = [
  'ec2',
  'lambda',
  'sqs',
  'dynamodb',
  'logs',
  'cloudformation',
  'rds',
];

type Outcome = Probe['outcome'];

/**
 * Returns whether a region is denied as a whole: a policy of the organization denies at least two of the probes of
 * {@link regionProbeServices}, and the others are denied or unsupported. A service can omit the type of the policy in its
 * message, so a plain denial does not count as an allowed call.
 */
export function isRegionDenied(outcomes: readonly Outcome[]): boolean {
  const offered = outcomes.filter((outcome) => outcome !== 'unsupported');
  return (
    offered.filter((outcome) => outcome === 'denied_by_scp').length >= 2 &&
    offered.every((outcome) => outcome === 'denied_by_scp' || outcome === 'denied')
  );
}

/**
 * Returns the regions in which {@link isRegionDenied} holds, each with the message of AWS. A region is not denied if a call
 * to a service that policies do not exempt succeeded.
 */
export function deniedRegions(probes: readonly Probe[]): ReadonlyMap<string, string> {
  const relevant = probes.filter(({ service }) => regionProbeServices.includes(service));
  const denied = new Map<string, string>();
  for (const region of new Set(relevant.map((probe) => probe.region))) {
    const own = relevant.filter((probe) => probe.region === region);
    if (!isRegionDenied(own.map(({ outcome }) => outcome))) continue;
    if (probes.some((probe) => probe.region === region && answersInRegion(probe))) continue;
    const reason = own.find(({ outcome }) => outcome === 'denied_by_scp');
    denied.set(region, reason?.message ?? '');
  }
  return denied;
}

function answersInRegion({ service, outcome }: Probe): boolean {
  const operation = serviceCollectors(service)?.probe.operation ?? '';
  return outcome === 'allowed' && showsAllowedRegion(service, operation);
}

/**
 * IAM prefixes of services that the usual policy for regions exempts. They are read in a denied region too, and only their
 * own denials block them. Source: AWS Control Tower controls reference, "Deny access to AWS based on the
 * requested AWS Region" (`NotAction` with `<service>:*`).
 */
const exemptServices: ReadonlySet<string> = new Set([
  'access-analyzer',
  'account',
  'acm',
  'budgets',
  'ce',
  'chatbot',
  'cloudfront',
  'compute-optimizer',
  'config',
  'cur',
  'devicefarm',
  'directconnect',
  'ecr-public',
  'fms',
  'globalaccelerator',
  'health',
  'iam',
  'kms',
  'networkmanager',
  'notifications',
  'organizations',
  'resource-explorer-2',
  'route53',
  'route53-recovery-control-config',
  'route53-recovery-readiness',
  'route53domains',
  'savingsplans',
  'shield',
  'sso',
  'sts',
  'support',
  'waf',
  'waf-regional',
  'wafv2',
]);

/** Operations of other services that the same policy exempts. */
const exemptOperations: ReadonlySet<string> = new Set([
  'DescribeRegions',
  'DescribeTransitGateways',
  'DescribeVpnGateways',
  'GetResources',
  'ListBuckets',
  'LookupEvents',
]);

/** Returns whether policies that deny regions usually exempt the service. */
export function isExemptService(service: string): boolean {
  return exemptServices.has(service);
}

/** Returns whether a successful call shows that the region is not denied as a whole. */
export function showsAllowedRegion(service: string, operation: string): boolean {
  return !exemptServices.has(service) && !exemptOperations.has(operation);
}
