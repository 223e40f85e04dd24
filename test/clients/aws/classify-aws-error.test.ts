import test from 'ava';
import { cellOutcomeOf, classifyAwsError, isRejectedByAws } from '../../../clients/aws/classify-aws-error.ts';

function awsError(name: string, status?: number, message = ''): Error {
  return Object.assign(new Error(message), { name, $metadata: { httpStatusCode: status } });
}

const cases: readonly (readonly [string, number | undefined, object])[] = [
  ['AccessDenied', 403, { outcome: 'denied', retryable: false, notFound: false }],
  ['AccessDeniedException', 400, { outcome: 'denied' }],
  ['UnauthorizedOperation', 403, { outcome: 'denied' }],
  ['AuthFailure', 401, { outcome: 'denied' }],
  ['ThrottlingException', 400, { outcome: 'throttled', retryable: true }],
  ['Throttling', 400, { outcome: 'throttled' }],
  ['RequestLimitExceeded', 503, { outcome: 'throttled' }],
  ['TooManyRequestsException', 429, { outcome: 'throttled' }],
  ['SlowDown', 503, { outcome: 'throttled' }],
  ['OptInRequired', 403, { outcome: 'unsupported', retryable: false }],
  ['UnknownOperationException', 404, { outcome: 'unsupported' }],
  ['AWSOrganizationsNotInUseException', 400, { outcome: 'unsupported' }],
  ['UninitializedAccountException', 400, { outcome: 'unsupported' }],
  ['SyntaxError', 404, { outcome: 'unsupported', retryable: false, notFound: false }],
  ['ResourceNotFoundException', 400, { outcome: 'error', notFound: true, retryable: false }],
  ['NoSuchBucket', 404, { outcome: 'error', notFound: true }],
  ['InvalidInstanceID.NotFound', 400, { outcome: 'error', notFound: true }],
  ['InternalFailure', 500, { outcome: 'error', retryable: true, notFound: false }],
  ['ServiceUnavailable', 503, { outcome: 'error', retryable: true }],
  ['TimeoutError', undefined, { outcome: 'error', retryable: true }],
  ['ValidationException', 400, { outcome: 'error', retryable: false, notFound: false }],
];
for (const [name, status, expected] of cases) {
  test(`${name} is ${JSON.stringify(expected)}`, (t) => {
    t.like(classifyAwsError(awsError(name, status)), { code: name, ...expected });
  });
}

test('a lost connection and a failed name resolution are errors that are retried', (t) => {
  for (const code of ['ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN'])
    t.like(classifyAwsError(Object.assign(new Error('x'), { code })), {
      code,
      outcome: 'error',
      retryable: true,
      notFound: false,
    });
});

function unresolved(hostname: string, code = 'ENOTFOUND'): Error {
  const error = new Error(`getaddrinfo ${code} ${hostname}`);
  return Object.assign(error, { code, errno: -3008, syscall: 'getaddrinfo', hostname });
}

test('an unknown host is unsupported only where the service has no endpoint', (t) => {
  for (const host of [
    'dax.ca-central-1.amazonaws.com',
    'dax.us-gov-west-1.amazonaws.com',
    'bedrock-agent.eu-north-1.amazonaws.com',
  ])
    t.like(classifyAwsError(unresolved(host)), { outcome: 'unsupported', retryable: false }, host);
  for (const host of [
    'dax.eu-west-1.amazonaws.com',
    'bedrock-agent.eu-west-1.amazonaws.com',
    'sqs.ca-central-1.amazonaws.com',
    'dax.cn-north-1.amazonaws.com.cn',
    'dax.xx-new-9.amazonaws.com',
    'constructor.ca-central-1.amazonaws.com',
    'proxy.internal',
  ])
    t.like(classifyAwsError(unresolved(host)), { outcome: 'error', retryable: true }, host);
  const temporary = unresolved('dax.ca-central-1.amazonaws.com', 'EAI_AGAIN');
  t.like(classifyAwsError(temporary), { outcome: 'error', retryable: true });
});

test('a refusal of an operation that the region does not offer is unsupported', (t) => {
  const refusals: readonly (readonly [string, string])[] = [
    ['InvalidParameterValueException', 'Access Denied to API Version: DAX_V3'],
    ['InvalidParameterValue', 'Access Denied to API Version: APIGlobalDatabases'],
    [
      'InvalidRequestException',
      'GetBlockPublicAccessConfiguration api is not available in the current Region.',
    ],
    ['UnknownOperationException', 'The requested operation is not supported in the called region.'],
    ['ValidationException', 'This operation is not supported in this region'],
  ];
  for (const [name, message] of refusals)
    t.like(
      classifyAwsError(awsError(name, 400, message)),
      { outcome: 'unsupported', retryable: false },
      message,
    );
  t.like(classifyAwsError(awsError('InvalidParameterValueException', 400, 'Access Denied to the cluster')), {
    outcome: 'error',
  });
  t.like(classifyAwsError(awsError('InternalFailure', 500, 'not available in this region')), {
    outcome: 'error',
    retryable: true,
  });
});

test('a denial by a policy of the organization is told from one by the role', (t) => {
  const user = 'User: arn:aws:sts::1:assumed-role/a/b is not authorized to perform: ec2:DescribeVpcs';
  const policies = [
    [
      'UnauthorizedOperation',
      `You are not authorized to perform this operation. ${user} with an explicit deny in a service control policy`,
    ],
    [
      'AccessDeniedException',
      `${user} on resource: * because no service control policy allows the ec2:DescribeVpcs action`,
    ],
    [
      'AccessDenied',
      `${user} with an explicit deny in a service control policy: arn:aws:organizations::1:policy/o-1/service_control_policy/p-1`,
    ],
    ['AccessDenied', `${user} with an explicit deny in a resource control policy`],
    [
      'AccessDenied',
      `${user} on resource: ${'x'.repeat(1000)} with an explicit deny in a service control policy`,
    ],
  ] as const;
  for (const [name, message] of policies) {
    const failure = classifyAwsError(awsError(name, 403, message));
    t.like(failure, { outcome: 'denied', deniedByScp: true, missingAction: 'ec2:DescribeVpcs' }, message);
    t.is(cellOutcomeOf(failure), 'blocked_by_scp');
  }
  for (const message of [
    `${user} because no identity-based policy allows the ec2:DescribeVpcs action`,
    `${user} with an explicit deny in an identity-based policy`,
    'User: x is not authorized to perform: sts:AssumeRole with an explicit deny in a service control policy',
    'You are not authorized to perform this operation.',
  ]) {
    const failure = classifyAwsError(awsError('AccessDenied', 403, message));
    t.is(failure.deniedByScp, undefined, message);
    t.is(cellOutcomeOf(failure), 'denied');
  }
});

test('a denial has the missing action, and whether a service control policy denies it', (t) => {
  const message =
    'User: arn:aws:sts::1:assumed-role/a/b is not authorized to perform: sqs:ListQueues on resource: * with an explicit deny in a service control policy';
  t.like(classifyAwsError(awsError('AccessDenied', 403, message)), {
    missingAction: 'sqs:ListQueues',
    deniedByScp: true,
  });
  t.is(classifyAwsError(awsError('AccessDenied', 403, 'no')).missingAction, undefined);
});

test('a service that is not enabled in the account is unsupported, not denied', (t) => {
  const error = awsError('InvalidAccessException', 401, 'Account 1 is not subscribed to AWS Security Hub');
  t.like(classifyAwsError(error), { outcome: 'unsupported' });
});

test('reads Retry-After in seconds', (t) => {
  const error = Object.assign(awsError('ThrottlingException', 429), {
    $response: { headers: { 'retry-after': '3' } },
  });
  t.is(classifyAwsError(error).retryAfterMs, 3000);
});

test('classifies a thrown value that is not an Error', (t) => {
  for (const thrown of [undefined, null, 'text', {}, 7])
    t.like(classifyAwsError(thrown), { outcome: 'error', code: 'UnknownError' });
});

test('the message of an error that AWS did not return is replaced by a text for users', (t) => {
  const messageOf = (error: Error) => classifyAwsError(error).message;
  t.is(messageOf(awsError('SomethingNew', 400, 'The value is wrong.')), 'The value is wrong.');
  const reset = Object.assign(new Error('connect ECONNRESET 10.1.2.3:443'), { code: 'ECONNRESET' });
  t.is(messageOf(reset), 'The connection to AWS failed.');
  t.true(classifyAwsError(reset).retryable);
  t.regex(
    messageOf(new TypeError("Cannot read properties of undefined (reading 'a')")),
    /^An internal error/,
  );
});

test('only a rejected call says something about the account', (t) => {
  for (const [name, status] of [
    ['AccessDenied', 403],
    ['NoSuchEntity', 404],
    ['RegionDisabledException', 403],
  ] as const)
    t.true(isRejectedByAws(awsError(name, status)), name);
  for (const [name, status] of [
    ['ExpiredToken', 403],
    ['RequestTimeTooSkewed', 403],
    ['ThrottlingException', 400],
    ['InternalFailure', 500],
    ['TimeoutError', undefined],
  ] as const)
    t.false(isRejectedByAws(awsError(name, status)), name);
  t.false(isRejectedByAws(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })));
});

test('returns a message without NUL, which Postgres rejects', (t) => {
  t.is(classifyAwsError(awsError('AccessDenied', 403, 'name \0')).message, 'name \ufffd');
});

test('a denial by an endpoint policy of this service is an error, not a denial of the role', (t) => {
  const denial =
    'User: arn:aws:sts::123456789012:assumed-role/r/s is not authorized to perform: sqs:ListQueues';
  for (const reason of [
    'because no VPC endpoint policy allows the sqs:ListQueues action',
    'with an explicit deny in a VPC endpoint policy',
  ]) {
    const error = Object.assign(new Error(`${denial} ${reason}`), {
      name: 'AccessDeniedException',
      $metadata: { httpStatusCode: 403 },
    });
    t.like(classifyAwsError(error), { outcome: 'error', retryable: false, message: error.message });
  }
});

test('an error with a general code is a missing entity if its message says so', (t) => {
  const missing = [
    ['ValidationException', 'Could not find model "arn:aws:sagemaker:eu-west-1:123456789012:model/m".'],
    ['ValidationException', 'Could not find endpoint configuration "arn:aws:sagemaker:…".'],
    ['ValidationException', 'Requested resource not found.'],
    ['ValidationException', 'RecordNotFound'],
    ['ValidationException', 'Cannot find CodeRepository: arn:aws:sagemaker:…'],
    ['ValidationException', 'ModelPackageGroup arn:aws:sagemaker:… does not exist.'],
    ['ValidationError', 'Stack with id shop does not exist'],
    ['InvalidRequestException', 'WorkGroup shop is not found.'],
    ['InvalidRequestException', "Cluster id 'j-1ABC' is not valid."],
    ['InvalidRequestException', 'Studio does not exist.'],
    ['InvalidRequestException', 'Agent arn:aws:datasync:… does not exist.'],
    [
      'BadRequestException',
      'The request is rejected because the input detectorId is not owned by the current account.',
    ],
    ['BadRequestException', 'The request is rejected since no such resource found.'],
    ['BadRequestException', 'Configuration ARN does not exist.'],
    ['InvalidGatewayRequestException', 'The specified gateway was not found.'],
    ['InvalidGatewayRequestException', 'The specified file share was not found.'],
    ['InvalidInput', 'Domain example.com not found in 123456789012.'],
    ['DirectConnectClientException', 'Could not find Connection with ID dxcon-1'],
    ['ClientException', 'Unable to describe task definition.'],
    ['InvalidParameterValue', "No Environment found for EnvironmentName = 'shop'."],
    ['InvalidDocument', 'Document with name shop does not exist.'],
  ] as const;
  for (const [name, message] of missing) {
    const { notFound, outcome, retryable } = classifyAwsError(awsError(name, 400, message));
    t.deepEqual([notFound, outcome, retryable], [true, 'error', false], message);
  }
});

test('an error with a general code and another message is no missing entity', (t) => {
  const others = [
    [
      'ValidationException',
      "1 validation error detected: Value 'x does not exist' at 'name' failed to satisfy",
    ],
    ['ValidationException', 'The role does not exist in a form that can be assumed'],
    // Another entity than the requested one.
    ['ValidationException', 'The role arn:aws:iam::123456789012:role/r does not exist.'],
    ['ValidationError', 'Role arn:aws:iam::123456789012:role/r does not exist'],
    ['ValidationError', 'Security group sg-1 not found'],
    ['InvalidRequestException', 'The bucket shop does not exist.'],
    ['ClientException', 'The capacity provider does not exist.'],
    ['InvalidInput', 'The hosted zone was not found'],
    ['InvalidRequestException', 'The parameter is not valid.'],
    ['BadRequestException', 'The request is rejected because an invalid or out-of-range value is specified.'],
    ['InvalidGatewayRequestException', 'The specified gateway is not connected.'],
    ['ClientException', 'The cluster is busy.'],
    ['InvalidInput', 'The domain name is malformed.'],
    ['AccessDeniedException', 'Stack with id shop does not exist'],
  ] as const;
  for (const [name, message] of others)
    t.false(classifyAwsError(awsError(name, 400, message)).notFound, message);
  t.false(classifyAwsError(awsError('ValidationException', 500, 'Could not find model')).notFound);
});
