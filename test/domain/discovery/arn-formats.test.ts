import test from 'ava';
import type { TypeCollector } from '../../../domain/discovery/declaration/collector.ts';
import { SERVICES } from '../../../domain/discovery/collectors/index.ts';
import { identifierRules } from '../../../domain/graph/identifier-rules.ts';
import { edgeRules } from '../../../domain/graph/rules/index.ts';
import { mappingRules } from '../../../domain/mapping/rules/mapping-rule.ts';
import { arnFormatError } from '../../support/aws-models/arn-formats.ts';

const stackName = 'CloudFormation: the identifier rule of stacks is their ARN without the id';
const nameAndId = 'the value contains the name of the load balancer and its id';
const resourceInValue = 'the value contains the word of the type';

/** ARN templates that the service authorization reference does not list → the source of the format. */
const accepted: Readonly<Record<string, string>> = {
  'arn:{partition}:cloudformation:{region}:{account}:stackset/{StackSetId}':
    'CloudFormation API Reference, StackSetSummary: StackSetId is <name>:<id>',
  'arn:{partition}:cloudhsm:{region}:{account}:backup/{id}':
    'CloudHSM API Reference, Backup: the pattern of BackupArn ends with backup/<backup id>; the reference calls the id a name',
  'arn:{partition}:cloudhsm:{region}:{account}:cluster/{id}':
    'CloudHSM API Reference: a cluster has no name and no ARN member, and the ResourceId of its tags is the cluster id',
  'arn:{partition}:dlm:{region}:{account}:policy/{id}':
    'DLM API Reference, LifecyclePolicy: PolicyArn; EBS User Guide: policy/policy-0123456789abcdef, which is the policy id',
  'arn:{partition}:iam::cloudfront:user/CloudFront Origin Access Identity {id}':
    'CloudFront Developer Guide, Use an origin access identity: the principal in bucket policies',
  'arn:{partition}:logs:{region}:{account}:query-definition:{id}':
    'Terraform AWS provider, aws_cloudwatch_query_definition: import by the ARN of the query definition',
  'arn:{partition}:redshift:{region}:{account}:securitygroup:{ClusterSecurityGroupName}':
    'Redshift Management Guide, Tag resources: cluster security group',
  ...Object.fromEntries(
    ['dataset', 'job', 'recipe', 'ruleset'].map((word) => [
      `arn:{partition}:databrew:{region}:{account}:${word}/{Name}`,
      'DataBrew API Reference, ResourceArn: the resource id of an ARN is the name',
    ]),
  ),
  'arn:{partition}:ecs:{region}:{account}:{value}': resourceInValue,
  'arn:{partition}:elasticloadbalancing:{region}:{account}:{value}': resourceInValue,
  'arn:{partition}:elasticloadbalancing:{region}:{account}:loadbalancer/app/{value|skip:ELB app/}': nameAndId,
  'arn:{partition}:elasticloadbalancing:{region}:{account}:loadbalancer/gwy/{value|skip:ELB gwy/}': nameAndId,
  'arn:{partition}:elasticloadbalancing:{region}:{account}:loadbalancer/net/{value|skip:ELB net/}': nameAndId,
  'arn:{partition}:cloudformation:{outer.region}:{outer.roleArn|rest:::|before::}:stack/{value}': stackName,
  'arn:{partition}:cloudformation:{outer.region}:{account}:stack/{value}': stackName,
  'arn:{partition}:cloudformation:{region}:{outer.roleArn|rest:::|before::}:stack/{value}': stackName,
  'arn:{partition}:cloudformation:{region}:{account}:stack/{value}': stackName,
};

const collectors = SERVICES.flatMap(({ types }) => types);

test('every ARN that a collector builds has a format of the AWS reference', async (t) => {
  const errors = await Promise.all(
    collectors.flatMap((type) =>
      textsOf(type.arn)
        .filter((text) => text.startsWith('arn:'))
        .map(async (template) => {
          const error = await arnFormatError(template, (placeholder) => valueName(type, placeholder));
          return { template, error: error && `${type.resourceType}: ${error}` };
        }),
    ),
  );
  t.true(errors.length > 100);
  t.deepEqual(unexpected(errors), []);
});

test('every ARN that an edge rule, an identifier rule or a mapping rule builds has a format of the AWS reference', async (t) => {
  const rules = [
    ...edgeRules.map(({ id, read }) => ({ id, texts: textsOf(read) })),
    ...identifierRules.map(({ resourceType, read }) => ({ id: resourceType, texts: textsOf(read) })),
    ...mappingRules.map((rule) => ({ id: rule.type, texts: [rule.arn ?? '', ...(rule.ids ?? [])] })),
  ];
  const errors = await Promise.all(
    rules.flatMap(({ id, texts }) =>
      texts
        .filter((text) => text.startsWith('arn:'))
        .map(async (template) => {
          const error = await arnFormatError(template);
          return { template, error: error && `${id}: ${error}` };
        }),
    ),
  );
  t.true(errors.length > 30);
  t.deepEqual(unexpected(errors), []);
});

test('every exception is still needed', async (t) => {
  const templates = new Set([
    ...collectors.flatMap(({ arn }) => textsOf(arn)),
    ...edgeRules.flatMap(({ read }) => textsOf(read)),
    ...identifierRules.flatMap(({ read }) => textsOf(read)),
  ]);
  const names = (placeholder: string): string => placeholder;
  const errors = await Promise.all(Object.keys(accepted).map((template) => arnFormatError(template, names)));
  t.deepEqual(
    Object.keys(accepted).filter(
      (template, index) => !templates.has(template) || errors[index] === undefined,
    ),
    [],
  );
});

test('the check reports a wrong type word, a wrong separator, and a name in the place of an id', async (t) => {
  const wrong = [
    'arn:{partition}:ec2:{region}:{account}:flow-log/{FlowLogId}',
    'arn:{partition}:ec2:{region}:{account}:vpc:{VpcId}',
    'arn:{partition}:ec2:{region}:{account}:image/{ImageId}',
    'arn:{partition}:ec2:{region}:{account}:key-pair/{KeyPairId}',
    'arn:{partition}:ec3:{region}:{account}:vpc/{VpcId}',
  ];
  for (const template of wrong) t.truthy(await arnFormatError(template, (name) => name), template);
  const right = 'arn:{partition}:ec2:{region}:{account}:key-pair/{KeyName}';
  t.is(await arnFormatError(right, (name) => name), undefined);
});

function unexpected(
  errors: readonly { readonly template: string; readonly error: string | undefined }[],
): readonly (string | undefined)[] {
  return errors
    .filter(({ template, error }) => error !== undefined && accepted[template] === undefined)
    .map(({ error }) => error);
}

/** Returns the path that a placeholder reads; `{id}` is the native id. */
function valueName(type: TypeCollector, placeholder: string): string {
  if (placeholder !== 'id') return placeholder;
  const [nativeId = ''] = textsOf(type.nativeId);
  return /\{([^{}|]+)[^{}]*\}$/.exec(nativeId)?.[1] ?? nativeId;
}

function textsOf(expression: TypeCollector['arn']): readonly string[] {
  return expression === undefined ? [] : typeof expression === 'string' ? [expression] : expression;
}
