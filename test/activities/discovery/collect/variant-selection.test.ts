import test from 'ava';
import { awsError, denied, input, scope, scripted } from '../support/scripted-aws.ts';
import type { Script } from '../support/scripted-aws.ts';
import { collect } from '../support/collect.ts';

const type = 'AWS::WAFv2::WebACLAssociation';
const webAcls = Array.from({ length: 50 }, (_, index) => ({
  ARN: `arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/a/${index}`,
  Name: `a${index}`,
  Id: String(index),
}));
const empty: Readonly<Record<string, object>> = {
  DescribeLoadBalancers: { LoadBalancers: [] },
  GetRestApis: { items: [] },
  ListGraphqlApis: { graphqlApis: [] },
  ListUserPools: { UserPools: [] },
  ListServices: { ServiceSummaryList: [] },
  DescribeVerifiedAccessInstances: { VerifiedAccessInstances: [] },
};

/** Scans the associations of 50 web ACLs. Returns the kinds for which they were asked, with their numbers of calls. */
async function scan(responses: Readonly<Record<string, object | Error>>, region: string = scope.region) {
  const script: Script = (request) => {
    if (request.operation === 'ListWebACLs') return { WebACLs: webAcls };
    if (request.operation !== 'ListResourcesForWebACL') return responses[request.operation] ?? {};
    const { ResourceType, WebACLArn } = input(request);
    const isProtected = ResourceType === 'COGNITO_USER_POOL' && String(WebACLArn).endsWith('/7');
    return { ResourceArns: isProtected ? ['arn:aws:cognito-idp:eu-west-1:123456789012:userpool/p'] : [] };
  };
  const { clients, calls } = scripted(script);
  const { resources, cells } = await collect({
    ...scope,
    service: 'wafv2',
    resourceTypes: [type],
    clients,
    region,
  });
  const asked = calls.filter(({ operation }) => operation === 'ListResourcesForWebACL');
  const byKind = Map.groupBy(asked, (request) => String(input(request)['ResourceType']));
  return {
    outcome: cells[type]?.outcome,
    ids: resources.map(({ nativeId }) => nativeId),
    asked: Object.fromEntries([...byKind].map(([kind, requests]) => [kind, requests.length])),
    calls: calls.length,
  };
}

test('asks for associations of the kinds that the region has, with one call for each kind', async (t) => {
  const none = await scan(empty);
  t.deepEqual([none.outcome, none.ids, none.asked], ['complete', [], {}]);
  t.true(none.calls < 10, `${none.calls} calls`);
  const some = await scan({ ...empty, ListUserPools: { UserPools: [{ Id: 'p' }] } });
  t.deepEqual(some.asked, { COGNITO_USER_POOL: 50 });
  t.deepEqual(some.ids, [`arn:aws:cognito-idp:eu-west-1:123456789012:userpool/p|${webAcls[7]?.ARN}`]);
});

test('asks for a kind when its list cannot be read, or is missing in the response', async (t) => {
  const { asked, outcome } = await scan({
    ...empty,
    DescribeLoadBalancers: denied('elasticloadbalancing:DescribeLoadBalancers'),
    ListServices: awsError('InvalidRequestException', 400),
    GetRestApis: {},
    DescribeVerifiedAccessInstances: awsError('UnsupportedOperation', 400),
  });
  t.deepEqual(asked, { APPLICATION_LOAD_BALANCER: 50, APP_RUNNER_SERVICE: 50, API_GATEWAY: 50 });
  t.is(outcome, 'complete');
});

test('asks web ACLs of CloudFront for Amplify apps only', async (t) => {
  const { asked } = await scan({ ...empty, ListUserPools: { UserPools: [{ Id: 'p' }] } }, 'global');
  t.deepEqual(asked, { AMPLIFY: 50 });
});
