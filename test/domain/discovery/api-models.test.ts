import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import {
  cloudControlType,
  cloudControlTypes,
} from '../../../domain/discovery/cloud-control/cloud-control-types.ts';
import { inputSource } from '../../../domain/discovery/cloud-control/parent-inputs.ts';
import type { ServiceCollectors, TypeCollector } from '../../../domain/discovery/collector.ts';
import { SERVICES } from '../../../domain/discovery/collectors/index.ts';
import { collectorOf } from '../../../domain/discovery/resource-types.ts';
import { addToGroup } from '../../../domain/group-by.ts';
import { identifierRules } from '../../../domain/graph/identifier-rules.ts';
import { edge } from '../../../domain/graph/rules/edge.ts';
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
  'AWS::EC2::InternetGateway DescribeVpcs': 'an internet gateway is attached to one VPC',
  'AWS::EC2::LaunchTemplate DescribeLaunchTemplateVersions': 'one version is requested',
  'AWS::Events::Rule ListTargetsByRule': 'EventBridge quotas: 5 targets a rule; a page has 100',
  'AWS::IAM::User ListMFADevices': 'IAM quotas: 8 MFA devices a user; a page has 100',
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
      for (const detail of detailsOf(type).filter(({ join }) => join !== undefined)) {
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
        .filter((detail) => detail.join === undefined && !/Tags(?:For|$)/.test(detail.operation))
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

const sample = (type: Partial<TypeCollector>): ServiceCollectors => ({
  service: 'lambda',
  client: 'lambda',
  scope: 'regional',
  probe: { operation: 'ListFunctions' },
  types: [
    {
      resourceType: 'AWS::Lambda::Function',
      title: 'Function',
      list: { operation: 'ListFunctions', items: 'Functions[]' },
      nativeId: 'FunctionName',
      terraform: [],
      ...type,
    },
  ],
});

const policy = {
  operation: 'GetPolicy',
  input: { FunctionName: '{FunctionName}' },
  result: 'Policy',
} as const;

/** A wrong declaration → how the finding begins. */
const wrong: readonly (readonly [Partial<TypeCollector>, string])[] = [
  [
    { list: { operation: 'ListFunction', items: 'Functions[]' } },
    'list ListFunction: @aws-sdk/client-lambda has no command',
  ],
  [
    { list: { client: 'lambada', operation: 'X', items: 'Y' } },
    'list X: the package @aws-sdk/client-lambada is not installed',
  ],
  [
    { list: { operation: 'ListFunctions', items: 'functions[]' } },
    'list ListFunctions items: functions[]: ListFunctionsCommandOutput has no member functions',
  ],
  [
    { list: { operation: 'ListFunctions', items: 'NextMarker[]' } },
    'list ListFunctions items: NextMarker[]: [] needs a list',
  ],
  [
    { list: { operation: 'ListFunctions', items: 'Functions[].Runtime' } },
    'list ListFunctions items: Functions[].Runtime reaches a text',
  ],
  [
    { list: { operation: 'ListFunctions', input: { MaxItem: 1 }, items: 'Functions[]' } },
    'list ListFunctions input: ListFunctionsCommandInput has no member MaxItem',
  ],
  [
    { list: { operation: 'ListFunctions', input: { MaxItems: '1' }, items: 'Functions[]' } },
    'list ListFunctions input.MaxItems: the model has a number',
  ],
  [
    { list: { operation: 'ListFunctions', input: { FunctionVersion: 'all' }, items: 'Functions[]' } },
    'list ListFunctions input.FunctionVersion: all is no value',
  ],
  [
    { list: { operation: 'ListAliases', items: 'Aliases[]' }, nativeId: 'AliasArn' },
    'list ListAliases input: ListAliasesCommandInput requires FunctionName',
  ],
  [
    {
      list: {
        operation: 'ListAliases',
        forEach: { operation: 'ListFunctions', items: 'Functions[]' },
        input: { FunctionName: '{Name}' },
        items: 'Aliases[]',
      },
      nativeId: 'AliasArn',
    },
    'list ListAliases input.FunctionName: Name: no parent has no member',
  ],
  [
    {
      list: {
        operation: 'ListAliases',
        forEach: {
          operation: 'ListFunctions',
          items: 'Functions[]',
          only: [{ path: 'PackageType', equals: 'Jar' }],
        },
        input: { FunctionName: '{FunctionName}' },
        items: 'Aliases[]',
      },
      nativeId: 'AliasArn',
    },
    'forEach ListFunctions only: PackageType never equals "Jar"',
  ],
  [
    {
      list: {
        operation: 'ListFunctions',
        items: 'Functions[]',
        newest: { count: 1, by: 'CreatedAt', total: 'count' },
      },
      volatile: ['count'],
    },
    'newest: CreatedAt: FunctionConfiguration has no member',
  ],
  [
    {
      list: { client: 'iam', operation: 'GetAccountSummary', items: 'SummaryMap', page: false },
      nativeId: 'Users',
      volatile: ['Accounts'],
    },
    'volatile: Accounts: SummaryMap has no member',
  ],
  [{ parent: 'AWS::Lambda::Nothing' }, 'parent: the service has no type'],
  [
    { details: [{ ...policy, input: { FunctionName: '{Name}' }, into: 'Policy' }] },
    'detail GetPolicy input.FunctionName: Name: FunctionConfiguration has no member',
  ],
  [{ details: [policy] }, 'detail GetPolicy: the result is a text, which needs `into`'],
  [
    { details: [{ ...policy, into: 'Policy', when: [{ path: 'PackageType', equals: 'Jar' }] }] },
    'detail GetPolicy when: PackageType never equals "Jar"',
  ],
  [
    { details: [{ ...policy, result: '', pick: ['Document'] }] },
    'detail GetPolicy pick: Document: GetPolicyCommandOutput has no member',
  ],
  [
    {
      details: [
        {
          operation: 'ListFunctions',
          result: 'Functions[]',
          join: { by: 'FunctionName', key: 'Name' },
          pick: ['Runtime'],
        },
      ],
    },
    'detail ListFunctions join.key: Name: FunctionConfiguration has no member',
  ],
  [{ createdAt: 'CreatedAt' }, 'createdAt: CreatedAt: FunctionConfiguration has no member'],
  [{ createdAt: 'VpcConfig' }, 'createdAt: VpcConfig is a structure VpcConfigResponse, not a text'],
  [{ nativeId: 'Name' }, 'nativeId: Name: FunctionConfiguration has no member'],
  [
    { arn: 'arn:{partition}:lambda:{region}:{account}:function:{Name}' },
    'arn: Name: FunctionConfiguration has no member',
  ],
  [{ name: 'VpcConfig' }, 'name: VpcConfig is a structure VpcConfigResponse, not a text'],
  [{ tags: { path: 'Layers' } }, 'tags: Layers contains no keys and values'],
  [{ tags: { path: 'Tags' } }, 'tags: Tags: FunctionConfiguration has no member'],
  [
    { secrets: ['Environment.Variable.*'] },
    'secrets: Environment.Variable.*: EnvironmentResponse has no member',
  ],
  [{ volatile: ['Status'] }, 'volatile: Status: FunctionConfiguration has no member'],
  [{ sets: ['Runtime'] }, 'sets: Runtime is a text, not a list'],
  [{ embedded: ['VpcConfig'] }, 'embedded: VpcConfig is a structure VpcConfigResponse, not a text'],
  [
    { origin: [{ origin: 'child', when: [{ path: 'Owner', present: true }] }] },
    'origin: Owner: FunctionConfiguration has no member',
  ],
];

test('the check reports the part of a wrong declaration and the reason', (t) => {
  t.deepEqual(findingsOf({}), []);
  for (const [type, start] of wrong) {
    const [finding, ...others] = findingsOf(type);
    t.true(finding?.startsWith(start), `${start}\n${finding ?? 'no finding'}`);
    t.deepEqual(others, []);
  }
});

test('the check reports a list that would end at its first page', async (t) => {
  const findings: string[] = [];
  const report: Report = (part, why) => void findings.push(`${part}: ${why}`);
  const operation = operationOf(sample({}), { operation: 'ListFunctions' }, 'list', report);
  if (operation === undefined) return t.fail();
  await checkPages('list', operation, undefined, report);
  t.deepEqual(findings, []);
  await checkPages('list', operation, false, report);
  await checkPages('list', operation, { tokens: { NextMarker: 'NextMarker' } }, report);
  t.is(findings[0], 'list: the output has the page token NextMarker, but the engine reads one page only');
  t.true(findings[1]?.startsWith('list page: NextMarker: ListFunctionsCommandInput has no member'));
  t.is(findings.at(-1), 'list: the engine sends NextMarker, but the next page needs Marker');
});

test('the check reports an edge rule whose path is missing or volatile', (t) => {
  const findings: string[] = [];
  const service = sample({ volatile: ['State'] });
  for (const type of service.types) {
    const { configuration } = checkCollector(service, type);
    for (const path of ['Role', 'VpcConfig.VpcIds[]', 'State', 'volatile.Role', 'VpcConfig'])
      checkEdgeRule(
        edge(type.resourceType, path, 'arn', 'uses', []),
        type,
        configuration,
        (part, why) => void findings.push(`${part}: ${why}`),
      );
  }
  t.deepEqual(
    findings.map((finding) => finding.split(', only')[0]),
    [
      'edge rule Lambda::Function.VpcConfig.VpcIds[]:uses: VpcConfig.VpcIds[]: VpcConfigResponse has no member VpcIds',
      'edge rule Lambda::Function.State:uses: State is not in the configuration, because State is volatile',
      'edge rule Lambda::Function.volatile.Role:uses: Role is not volatile',
      'edge rule Lambda::Function.VpcConfig:uses: VpcConfig is a structure VpcConfigResponse, which has no text',
    ],
  );
});

function findingsOf(type: Partial<TypeCollector>): readonly string[] {
  const service = sample(type);
  return service.types.flatMap((one) => checkCollector(service, one).findings);
}

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
