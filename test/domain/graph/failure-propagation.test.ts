import test from 'ava';
import { resourceType } from '../../../domain/discovery/declaration/resource-types.ts';
import { compositionRules } from '../../../domain/graph/composition-rules.ts';
import { failureExceptions } from '../../../domain/graph/failure-exceptions.ts';
import {
  failureDefaults,
  failureOfRelationship,
  strongerFailure,
  targetFailingTypes,
} from '../../../domain/graph/failure-propagation.ts';
import { edgeRules } from '../../../domain/graph/rules/index.ts';
import type { RelationshipType } from '../../../domain/values.ts';

const instance = 'AWS::EC2::Instance';
const role = 'AWS::IAM::Role';
const routeTable = 'AWS::EC2::RouteTable';

test('a tie that is needed only to create, change, rotate, log or replicate fails nothing', (t) => {
  const cases: readonly (readonly [RelationshipType, string, string, string?])[] = [
    ['invokes', 'AWS::SecretsManager::Secret', 'AWS::Lambda::Function'],
    ['runs_as', 'AWS::CloudFormation::Stack', role],
    ['runs_as', 'AWS::S3::Bucket', role],
    ['runs_as', 'AWS::RDS::DBInstance', role, 'MonitoringRoleArn'],
    ['uses', 'AWS::CloudTrail::Trail', role],
    ['uses', instance, 'AWS::EC2::Image'],
    ['uses', instance, 'AWS::EC2::KeyPair'],
  ];
  for (const [relation, source, target, path] of cases)
    t.is(
      failureOfRelationship(relation, source, target, path).source,
      'cannot_change',
      `${source} ${relation} ${target}`,
    );
  t.is(
    failureOfRelationship('manages', 'AWS::CloudFormation::Stack', 'AWS::SQS::Queue', undefined).target,
    'cannot_change',
  );
});

test('other types have the default of the relationship', (t) => {
  t.deepEqual(
    failureOfRelationship('invokes', 'AWS::ApiGatewayV2::Integration', 'AWS::Lambda::Function', undefined),
    { source: 'stops', target: 'observes', local: false },
  );
  t.is(
    failureOfRelationship('runs_as', 'AWS::RDS::DBInstance', role, 'AssociatedRoles[].RoleArn').source,
    'degrades',
  );
  t.is(failureOfRelationship('uses', instance, undefined, undefined).source, 'stops');
  t.deepEqual(failureOfRelationship('monitors', undefined, undefined, undefined), {
    source: 'observes',
    target: 'observes',
    local: false,
  });
  t.deepEqual(failureOfRelationship('attached_to', 'AWS::EC2::EIP', instance, undefined), {
    source: 'stops',
    target: 'stops',
    local: false,
  });
});

test('a gateway fails its route, and nothing behind the route table', (t) => {
  const gateway = failureOfRelationship('routes_to', routeTable, 'AWS::EC2::InternetGateway', undefined);
  t.deepEqual([gateway.source, gateway.local], ['degrades', true]);
  const endpoint = failureOfRelationship('associated_with', 'AWS::EC2::VPCEndpoint', routeTable, undefined);
  t.deepEqual([endpoint.target, endpoint.local], ['degrades', true]);
  t.false(failureOfRelationship('routes_to', routeTable, 'AWS::EC2::NatGateway', undefined).local);
});

test('of several evidences the strongest failure counts', (t) => {
  const weak = { source: 'cannot_change', target: 'observes', local: true } as const;
  const strong = { source: 'degrades', target: 'observes', local: false } as const;
  t.deepEqual(strongerFailure(weak, strong), strong);
  t.deepEqual(strongerFailure(weak, weak), weak);
});

test('exceptions name known types and paths, differ from the default, and have a reason', (t) => {
  for (const {
    relation,
    source = [],
    target = [],
    paths = [],
    end,
    kind,
    local,
    reason,
  } of failureExceptions) {
    t.deepEqual(
      [...source, ...target].filter((type) => resourceType(type) === undefined),
      [],
      reason,
    );
    for (const path of paths)
      t.true(
        edgeRules.some((rule) => rule.path === path && source.includes(rule.sourceType)),
        path,
      );
    for (const type of source) t.true(canBeSource(type, relation), `${type} ${relation}`);
    t.true(kind === 'observes' || end === 'source' || targetFailingTypes.includes(relation), reason);
    const common = failureDefaults[relation];
    t.true(common.kind !== kind || common.end !== end || local === true, reason);
    t.regex(reason, /^[A-Z].{20,}[^.]$/);
  }
});

/** Whether a rule or a composition gives relationships of the type from resources of the other type. */
function canBeSource(type: string, relation: RelationshipType): boolean {
  const ofRules = edgeRules.filter((rule) => rule.relation === relation);
  const sources = [
    ...ofRules.map(({ reversed, sourceType, targetTypes }) =>
      reversed === true ? targetTypes : [sourceType],
    ),
    ...compositionRules.filter((rule) => rule.relation === relation).map(({ first }) => first.types),
  ];
  // An empty list means any type.
  return sources.some((types) => types.length === 0 || types.includes(type));
}
