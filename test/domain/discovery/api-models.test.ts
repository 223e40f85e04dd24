import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import {
  cloudControlType,
  cloudControlTypes,
} from '../../../domain/discovery/cloud-control/cloud-control-types.ts';
import { inputSource } from '../../../domain/discovery/cloud-control/parent-inputs.ts';
import { SERVICES } from '../../../domain/discovery/collectors/index.ts';
import type { DetailCall } from '../../../domain/discovery/declaration/collector.ts';
import { collectorOf } from '../../../domain/discovery/declaration/resource-types.ts';
import { addToGroup } from '../../../domain/lists/add-to-group.ts';
import { identifierRules } from '../../../domain/graph/identifier-rules.ts';
import { edgeRules } from '../../../domain/graph/rules/index.ts';
import {
  checkCollector,
  checkService,
  detailsOf,
  operationOf,
} from '../../support/aws-models/check-collector.ts';
import { checkPages, isPaged } from '../../support/aws-models/check-pages.ts';
import { checkEdgeRule, checkIdentifierRule } from '../../support/aws-models/check-references.ts';
import type { Report } from '../../support/aws-models/report.ts';
import { readSdkClient } from '../../support/aws-models/read-sdk-client.ts';

// The IAM actions of the tables are compared with AWS's reference in test/domain/connections/role-actions.test.ts.

const interfaceTypes = 'EC2 API Reference, DescribeNetworkInterfaces: values of the filter interface-type';

/** Findings that are no errors: how the finding begins → why AWS differs from its model. */
const accepted: Readonly<Record<string, string>> = {
  'AWS::EC2::NetworkInterface origin: InterfaceType never equals "ec2_instance_connect_endpoint"':
    interfaceTypes,
  'AWS::EC2::NetworkInterface origin: InterfaceType never equals "efs"': interfaceTypes,
  'AWS::EC2::NetworkInterface origin: InterfaceType never equals "evs"': interfaceTypes,
  'AWS::EC2::NetworkInterface origin: InterfaceType never equals "nat_gateway"': interfaceTypes,
};

/**
 * Detail calls whose operation has pages. The engine reads the first page of a detail call, so the reason says why there is no
 * second one. Calls for tags need no reason: a resource has at most 50 tags.
 */
const onePageDetails: Readonly<Record<string, string>> = {
  'AWS::ElasticLoadBalancingV2::Listener DescribeListenerCertificates':
    'Elastic Load Balancing quotas: 25 certificates a load balancer; a page has 400',
  'AWS::EC2::InternetGateway DescribeVpcs': 'an internet gateway is attached to one VPC',
  'AWS::EC2::LaunchTemplate DescribeLaunchTemplateVersions': 'one version is requested',
  'AWS::Events::Rule ListTargetsByRule': 'EventBridge quotas: 5 targets a rule; a page has 100',
  'AWS::IAM::User ListMFADevices': 'IAM quotas: 8 MFA devices a user; a page has 100',
  'AWS::Organizations::Account ListParents': 'Organizations API reference: an account has one parent',
  ...Object.fromEntries(
    ['Account', 'OrganizationalUnit', 'Root'].map((target) => [
      `AWS::Organizations::${target} ListPoliciesForTarget`,
      'Organizations quotas: 10 service control policies a target; a page has 20',
    ]),
  ),
  'AWS::RDS::DBProxy DescribeDBProxyTargets':
    'RDS user guide, RDS Proxy: a proxy has one database, a cluster has 16 instances; a page has 100',
  'AWS::SSO::PermissionSet ListManagedPoliciesInPermissionSet':
    'IAM Identity Center quotas: 20 managed policies a permission set; a page has 100',
};

test('every collector names operations, inputs and paths that the API models have', (t) => {
  const findings = SERVICES.flatMap((service) => [
    ...checkService(service).map((finding) => `${service.service} ${finding}`),
    ...service.types.flatMap((type) =>
      checkCollector(service, type).findings.map((finding) => `${type.resourceType} ${finding}`),
    ),
  ]);
  const isAccepted = (finding: string): boolean =>
    Object.keys(accepted).some((start) => finding.startsWith(start));
  t.deepEqual(
    findings.filter((finding) => !isAccepted(finding)),
    [],
  );
  t.deepEqual(
    Object.keys(accepted).filter((start) => !findings.some((finding) => finding.startsWith(start))),
    [],
    'these findings do not occur any more',
  );
});

test('every list is read to its last page, with the tokens of the API model', async (t) => {
  const findings: string[] = [];
  let paged = 0;
  for (const service of SERVICES) {
    for (const type of service.types) {
      const report: Report = (part, why) => void findings.push(`${type.resourceType} ${part}: ${why}`);
      const operation = operationOf(service, type.list, 'list', report);
      if (operation === undefined) continue;
      if (isPaged(operation)) paged += 1;
      await checkPages(`list ${operation.name}`, operation, type.list.page, report);
      const { forEach } = type.list;
      const outer = forEach && operationOf(service, forEach, 'forEach', report);
      if (outer) await checkPages(`forEach ${outer.name}`, outer, forEach.page, report);
      for (const detail of detailsOf(type).filter((detail) => readsPages(detail))) {
        const joined = operationOf(service, detail, 'detail', report);
        if (joined) await checkPages(`detail ${joined.name}`, joined, undefined, report);
      }
    }
  }
  t.deepEqual(findings, []);
  t.true(paged > 150);
});

test('a detail call of which only the first page is read has a reason', (t) => {
  const paged = SERVICES.flatMap((service) =>
    service.types.flatMap((type) =>
      detailsOf(type)
        .filter((detail) => !readsPages(detail) && !/Tags(?:For|$)/.test(detail.operation))
        .filter((detail) => {
          const operation = operationOf(service, detail, 'detail', () => undefined);
          return operation !== undefined && isPaged(operation);
        })
        .map((detail) => `${type.resourceType} ${detail.operation}`),
    ),
  );
  t.deepEqual(
    paged.filter((call) => onePageDetails[call] === undefined),
    [],
    'these detail calls read one page of several',
  );
  t.deepEqual(
    Object.keys(onePageDetails).filter((call) => !paged.includes(call)),
    [],
    'these detail calls have no pages any more',
  );
});

test('every edge rule and identifier rule reads a path that its collector stores', (t) => {
  const edges = new Map<string, (typeof edgeRules)[number][]>();
  for (const rule of edgeRules) addToGroup(edges, rule.sourceType, rule);
  const findings: string[] = [];
  let checked = 0;
  for (const service of SERVICES) {
    for (const type of service.types) {
      const report: Report = (part, why) => void findings.push(`${type.resourceType} ${part}: ${why}`);
      const { configuration } = checkCollector(service, type);
      for (const rule of edges.get(type.resourceType) ?? []) {
        checkEdgeRule(rule, type, configuration, report);
        checked += 1;
      }
      for (const rule of identifierRules.filter(({ resourceType }) => resourceType === type.resourceType))
        checkIdentifierRule(rule, type, configuration, report);
    }
  }
  t.deepEqual(findings, []);
  t.true(checked > 500);
});

test('every operation that code calls by name exists in the client', (t) => {
  const calls = ['activities', 'clients', 'commands'].flatMap(namedCalls);
  t.deepEqual(
    calls.filter(({ client, operation }) => readSdkClient(client)?.operation(operation) === undefined),
    [],
  );
  t.true(calls.some(({ operation }) => operation === 'LookupEvents'));
});

test('every input of a Cloud Control list comes from a type that provides the value', (t) => {
  const findings = cloudControlTypes.flatMap(({ resourceType, requiredInputs }) =>
    requiredInputs.flatMap((input) => {
      const source = inputSource(resourceType, input);
      if (source === undefined || !('parents' in source)) return [];
      const at = `${resourceType} input ${input}`;
      return source.parents.flatMap(({ parentType, value }) => {
        const collector = collectorOf(parentType);
        if (collector === undefined)
          return cloudControlType(parentType) ? [] : [`${at}: there is no type ${parentType}`];
        return value === 'nativeId' || value === 'id' || collector[value] !== undefined
          ? []
          : [`${at}: the collector of ${parentType} has no ${value}`];
      });
    }),
  );
  t.deepEqual(findings, []);
});

const readsPages = ({ join, pages }: DetailCall): boolean => join !== undefined || pages !== undefined;

/** Returns the calls whose client and operation are texts in the same object. */
function namedCalls(folder: string): readonly { client: string; operation: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(
        /client: '([\w-]+)',[^{}]{0,200}?operation: '(\w+)'/g,
      ),
    ])
    .map(([, client = '', operation = '']) => ({ client, operation }));
}
