import test from 'ava';
import type { ServiceCollectors, TypeCollector } from '../../../domain/discovery/declaration/collector.ts';
import { edge } from '../../../domain/graph/rules/edge.ts';
import { checkCollector, operationOf } from '../../support/aws-models/check-collector.ts';
import { checkPages } from '../../support/aws-models/check-pages.ts';
import { checkEdgeRule } from '../../support/aws-models/check-references.ts';
import type { Report } from '../../support/aws-models/report.ts';

// The checks of test/domain/discovery/api-models.test.ts find wrong declarations.

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
  [{ sets: { Runtime: 'lambda' } }, 'sets: Runtime is a text, not a list'],
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
    for (const path of ['Role', 'VpcConfig.VpcIds[]', 'State', 'volatile.Role', 'VpcConfig', 'Layers'])
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
      'edge rule Lambda::Function.Layers:uses: Layers is a list, which needs []',
    ],
  );
});

test('the check reports conditions, properties and read expressions of an edge rule that name no member', (t) => {
  const findings: string[] = [];
  const service = sample({});
  for (const type of service.types) {
    const { configuration } = checkCollector(service, type);
    const rule = edge(type.resourceType, 'FileSystemConfigs[].Arn', 'arn', 'uses', [], {
      when: { on: 'item', conditions: [{ path: '^.Runtim', present: true }] },
      properties: { mount: 'MountPath', role: '^.Rol' },
      read: '{item.LocalMount}{outer.Rol}{outer.Role}{holder.Handlr}',
    });
    checkEdgeRule(rule, type, configuration, (_, why) => void findings.push(why));
  }
  t.deepEqual(
    findings.map((finding) => finding.split(', only')[0]),
    [
      'Handlr: FunctionConfiguration has no member Handlr',
      'Runtim: FunctionConfiguration has no member Runtim',
      'LocalMount: FileSystemConfig has no member LocalMount',
      'Rol: FunctionConfiguration has no member Rol',
      'MountPath: FileSystemConfig has no member MountPath',
      'Rol: FunctionConfiguration has no member Rol',
    ],
  );
});

function findingsOf(type: Partial<TypeCollector>): readonly string[] {
  const service = sample(type);
  return service.types.flatMap((one) => checkCollector(service, one).findings);
}
