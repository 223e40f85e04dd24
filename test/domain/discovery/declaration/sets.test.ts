import test from 'ava';
import { SERVICES } from '../../../../domain/discovery/collectors/index.ts';
import { formerSets } from '../../../../domain/discovery/declaration/earlier-rules.ts';
import { collectorOf } from '../../../../domain/discovery/declaration/resource-types.ts';
import { RULE_SET_VERSION, SET_LIKE_KEYS } from '../../../../domain/discovery/declaration/rule-set.ts';
import { normalise } from '../../../../domain/discovery/observation/normalise.ts';

const types = SERVICES.flatMap((service) => service.types);
/** A page below https://docs.aws.amazon.com/: of an API reference, or of a guide that says that the order has no meaning. */
const page = /^[\w-]+\/[\w.-]+\/[\w-]+\/[\w-]+$/;

test('every array without an order has a page of the AWS documentation', (t) => {
  const entries = types.flatMap(({ resourceType, sets = {}, lists = {} }) =>
    Object.entries({ ...sets, ...lists }).map(
      ([path, source]) => [`${resourceType} ${path}`, source] as const,
    ),
  );
  t.true(entries.length > 200);
  t.deepEqual(
    [...entries, ...SET_LIKE_KEYS].filter(([, source]) => !page.test(source)),
    [],
  );
});

test('arrays whose order has a meaning keep the order of AWS', (t) => {
  // Sources: Amazon EC2 Auto Scaling User Guide, "Termination policies"; Amazon EKS API reference, Nodegroup; Amazon API
  // references of the other types.
  const ordered: readonly (readonly [string, string])[] = [
    ['AWS::AutoScaling::AutoScalingGroup', 'TerminationPolicies'],
    ['AWS::EKS::Nodegroup', 'instanceTypes'],
    ['AWS::ECS::TaskDefinition', 'command'],
    ['AWS::Lambda::Function', 'Layers'],
    ['AWS::DynamoDB::Table', 'KeySchema'],
    ['AWS::SES::ReceiptRule', 'Actions'],
    ['AWS::ElasticLoadBalancingV2::ListenerRule', 'Actions'],
    ['AWS::EMR::Cluster', 'Steps'],
  ];
  for (const [resourceType, key] of ordered) {
    const { configuration } = normalise({ [key]: ['b', 'c', 'a'] }, collectorOf(resourceType) ?? {}, String);
    t.deepEqual(configuration[key], ['b', 'c', 'a'], `${resourceType} ${key}`);
  }
});

test('an array with the name of a set keeps its order where a collector declares it', (t) => {
  const raw = () => ({
    CodeGenConfigurationNodes: { node: { Aggregate: { Groups: [['b'], ['a']] } } },
    Groups: [{ GroupId: 'b' }, { GroupId: 'a' }],
  });
  const { configuration } = normalise(raw(), collectorOf('AWS::Glue::Job') ?? {}, String);
  t.deepEqual(configuration, { ...raw(), Groups: [{ GroupId: 'a' }, { GroupId: 'b' }] });
});

test('an array that an earlier rule set sorted is in no current list of sets', (t) => {
  for (const { until, sets } of formerSets) {
    t.true(until < RULE_SET_VERSION);
    for (const [resourceType, paths] of Object.entries(sets))
      for (const path of paths) {
        t.false(Object.hasOwn(collectorOf(resourceType)?.sets ?? {}, path), `${resourceType} ${path}`);
        t.false(SET_LIKE_KEYS.has(path.toLowerCase()));
      }
  }
});
