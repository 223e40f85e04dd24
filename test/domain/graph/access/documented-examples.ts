/** An example of AWS's documentation, as its page has it. */
export interface DocumentedExample {
  readonly title: string;
  readonly source: string;
  readonly caller: { readonly arn: string; readonly identity: readonly object[]; readonly boundary?: object };
  readonly resource: {
    readonly arn: string;
    readonly account: string;
    readonly type: string;
    readonly policy?: object;
  };
  /** Decisions that the page states; `implicit`: no statement allows the action. */
  readonly decisions: Readonly<Record<string, 'allowed' | 'conditional' | 'denied' | 'implicit'>>;
}

const guide = 'https://docs.aws.amazon.com/IAM/latest/UserGuide';
const bucket = (name: string, account: string, policy?: object) => ({
  arn: `arn:aws:s3:::${name}`,
  account,
  type: 'AWS::S3::Bucket',
  ...(policy === undefined ? {} : { policy }),
});

const carlos = 'arn:aws:iam::123456789012:user/carlossalazar';
const carlosPolicy = {
  Version: '2012-10-17',
  Statement: [
    {
      Sid: 'AllowS3ListRead',
      Effect: 'Allow',
      Action: [
        's3:GetBucketLocation',
        's3:GetAccountPublicAccessBlock',
        's3:ListAccessPoints',
        's3:ListAllMyBuckets',
      ],
      Resource: 'arn:aws:s3:::*',
    },
    {
      Sid: 'AllowS3Self',
      Effect: 'Allow',
      Action: 's3:*',
      Resource: ['arn:aws:s3:::carlossalazar/*', 'arn:aws:s3:::carlossalazar'],
    },
    { Sid: 'DenyS3Logs', Effect: 'Deny', Action: 's3:*', Resource: 'arn:aws:s3:::*log*' },
  ],
};
const carlosBucketPolicy = {
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Principal: { AWS: carlos },
      Action: 's3:*',
      Resource: ['arn:aws:s3:::carlossalazar/*', 'arn:aws:s3:::carlossalazar'],
    },
  ],
};

const crossAccount = 'arn:aws:iam::111111111111:user/carlossalazar';
const crossAccountPolicy = {
  Version: '2012-10-17',
  Statement: [
    { Sid: 'AllowS3ListRead', Effect: 'Allow', Action: 's3:ListAllMyBuckets', Resource: '*' },
    {
      Sid: 'AllowS3ProductionObjectActions',
      Effect: 'Allow',
      Action: 's3:*Object*',
      Resource: 'arn:aws:s3:::Production/*',
    },
    {
      Sid: 'DenyS3Logs',
      Effect: 'Deny',
      Action: 's3:*',
      Resource: ['arn:aws:s3:::*log*', 'arn:aws:s3:::*log*/*'],
    },
  ],
};
const productionPolicy = {
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: ['s3:GetObject*', 's3:PutObject*', 's3:ReplicateObject', 's3:RestoreObject'],
      Principal: { AWS: crossAccount },
      Resource: 'arn:aws:s3:::Production/*',
    },
  ],
};

const reports = {
  Version: '2012-10-17',
  Statement: [
    { Sid: 'AllowGetList', Effect: 'Allow', Action: ['iam:Get*', 'iam:List*'], Resource: '*' },
    { Sid: 'DenyReports', Effect: 'Deny', Action: 'iam:*Report', Resource: '*' },
  ],
};

const shirley = 'arn:aws:iam::123456789012:user/ShirleyRodriguez';
const shirleyBoundary = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:*', 'cloudwatch:*', 'ec2:*'], Resource: '*' }],
};

const companyBoundary = {
  Version: '2012-10-17',
  Statement: [
    {
      Sid: 'ServiceBoundaries',
      Effect: 'Allow',
      Action: ['s3:*', 'cloudwatch:*', 'ec2:*', 'dynamodb:*'],
      Resource: '*',
    },
    {
      Sid: 'DenyS3Logs',
      Effect: 'Deny',
      Action: 's3:*',
      Resource: ['arn:aws:s3:::logs', 'arn:aws:s3:::logs/*'],
    },
    {
      Sid: 'DenyEC2Production',
      Effect: 'Deny',
      Action: 'ec2:*',
      Resource: 'arn:aws:ec2:*:*:instance/i-1234567890abcdef0',
    },
  ],
};
const nikhil = 'arn:aws:iam::123456789012:user/Nikhil';
const s3ReadOnly = {
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: ['s3:Get*', 's3:List*', 's3:Describe*', 's3-object-lambda:Get*', 's3-object-lambda:List*'],
      Resource: '*',
    },
  ],
};
const zhang = 'arn:aws:iam::123456789012:user/Zhang';

const allowAll = (statement: object) => ({ Version: '2012-10-17', Statement: statement });

export const documentedExamples: readonly DocumentedExample[] = [
  {
    title: 'an explicit denial of the identity policy overrides it, on another bucket',
    source: `${guide}/reference_policies_evaluation-logic_policy-eval-basics.html`,
    caller: { arn: carlos, identity: [carlosPolicy] },
    resource: bucket('carlossalazar-logs', '123456789012'),
    decisions: { 's3:PutObject': 'implicit', 's3:GetBucketLocation': 'denied' },
  },
  {
    title: 'the identity policy and the bucket policy allow the request',
    source: `${guide}/reference_policies_evaluation-logic_policy-eval-basics.html`,
    caller: { arn: carlos, identity: [carlosPolicy] },
    resource: bucket('carlossalazar', '123456789012', carlosBucketPolicy),
    // The denial of `*log*` also matches objects of the bucket with `log` in their key; the page saves another file.
    decisions: { 's3:PutObject': 'conditional' },
  },
  {
    title: 'within an account, the bucket policy alone allows',
    source: `${guide}/reference_policies_evaluation-logic_policy-eval-basics.html`,
    caller: { arn: carlos, identity: [] },
    resource: bucket('carlossalazar', '123456789012', carlosBucketPolicy),
    decisions: { 's3:PutObject': 'allowed', 'sqs:SendMessage': 'implicit' },
  },
  {
    title: 'a denial of actions by a suffix, and an action that nothing allows',
    source: `${guide}/reference_policies_evaluation-logic_AccessPolicyLanguage_Interplay.html`,
    caller: { arn: 'arn:aws:iam::123456789012:user/reader', identity: [reports] },
    resource: { arn: 'arn:aws:iam::123456789012:role/app', account: '123456789012', type: 'AWS::IAM::Role' },
    decisions: {
      'iam:GetRole': 'allowed',
      'iam:CreatePolicy': 'implicit',
      'iam:GetOrganizationsAccessReport': 'denied',
    },
  },
  {
    title: 'a denial holds although another policy allows',
    source: `${guide}/reference_policies_evaluation-logic_AccessPolicyLanguage_Interplay.html`,
    caller: {
      arn: 'arn:aws:iam::123456789012:user/reader',
      identity: [
        reports,
        allowAll({ Effect: 'Allow', Action: 'iam:GenerateCredentialReport', Resource: '*' }),
      ],
    },
    resource: { arn: 'arn:aws:iam::123456789012:role/app', account: '123456789012', type: 'AWS::IAM::Role' },
    decisions: { 'iam:GenerateCredentialReport': 'denied' },
  },
  {
    title: 'across accounts, both policies allow some actions',
    source: `${guide}/reference_policies_evaluation-logic-cross-account.html`,
    caller: { arn: crossAccount, identity: [crossAccountPolicy] },
    resource: bucket('Production', '222222222222', productionPolicy),
    // Conditional as above: the denial matches objects with `log` in their key.
    decisions: {
      's3:PutObject': 'conditional',
      's3:GetObjectVersion': 'conditional',
      's3:DeleteObject': 'implicit',
      's3:DeleteBucket': 'implicit',
    },
  },
  {
    title: 'across accounts, a bucket without a policy allows nothing',
    source: `${guide}/reference_policies_evaluation-logic-cross-account.html`,
    caller: { arn: crossAccount, identity: [crossAccountPolicy] },
    resource: bucket('Production-logs', '222222222222'),
    decisions: { 's3:PutObject': 'implicit' },
  },
  {
    title: 'across accounts, the resource policy alone is not enough',
    source: `${guide}/reference_policies_evaluation-logic-cross-account.html`,
    caller: { arn: crossAccount, identity: [] },
    resource: bucket('Production', '222222222222', productionPolicy),
    decisions: { 's3:PutObject': 'implicit' },
  },
  {
    title: 'a permissions boundary without the service denies what the identity policy allows',
    source: `${guide}/access_policies_boundaries.html`,
    caller: {
      arn: shirley,
      identity: [allowAll({ Effect: 'Allow', Action: 'iam:CreateUser', Resource: '*' })],
      boundary: shirleyBoundary,
    },
    resource: { arn: 'arn:aws:iam::123456789012:user/new', account: '123456789012', type: 'AWS::IAM::User' },
    decisions: { 'iam:CreateUser': 'denied' },
  },
  {
    title: 'a permissions boundary alone grants nothing',
    source: `${guide}/access_policies_boundaries.html`,
    caller: { arn: shirley, identity: [], boundary: shirleyBoundary },
    resource: bucket('reports', '123456789012'),
    decisions: { 's3:GetObject': 'implicit' },
  },
  {
    title: 'a boundary that denies one bucket leaves the others',
    source: `${guide}/access_policies_boundaries.html`,
    caller: { arn: nikhil, identity: [s3ReadOnly], boundary: companyBoundary },
    resource: bucket('reports', '123456789012'),
    decisions: { 's3:GetObject': 'allowed', 's3:PutObject': 'implicit' },
  },
  {
    title: 'a denial in the boundary overrides the identity policy',
    source: `${guide}/access_policies_boundaries.html`,
    caller: { arn: nikhil, identity: [s3ReadOnly], boundary: companyBoundary },
    resource: bucket('logs', '123456789012'),
    decisions: { 's3:GetObject': 'denied', 's3:ListBucket': 'denied' },
  },
  {
    title: 'a boundary does not limit a resource policy that names the user',
    source: `${guide}/access_policies_boundaries.html`,
    caller: { arn: nikhil, identity: [s3ReadOnly], boundary: companyBoundary },
    resource: {
      arn: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:orders-AbCdEf',
      account: '123456789012',
      type: 'AWS::SecretsManager::Secret',
      policy: allowAll({
        Effect: 'Allow',
        Principal: { AWS: nikhil },
        Action: 'secretsmanager:GetSecretValue',
        Resource: '*',
      }),
    },
    decisions: { 'secretsmanager:GetSecretValue': 'allowed' },
  },
  {
    title: 'a boundary without the service denies an action on a bucket',
    source: `${guide}/access_policies_boundaries.html`,
    caller: {
      arn: zhang,
      identity: [
        allowAll({ Effect: 'Allow', Action: 's3:ListBucket', Resource: 'arn:aws:s3:::ZhangBucket' }),
      ],
      boundary: allowAll({ Effect: 'Allow', Action: ['cloudwatch:*', 'iam:GetUser'], Resource: '*' }),
    },
    resource: bucket('ZhangBucket', '123456789012'),
    decisions: { 's3:ListBucket': 'denied' },
  },
  {
    title: 'a boundary with a condition makes the action conditional',
    source: `${guide}/access_policies_boundaries.html`,
    caller: {
      arn: zhang,
      identity: [allowAll({ Sid: 'IAM', Effect: 'Allow', Action: 'iam:*', Resource: '*' })],
      boundary: allowAll({
        Sid: 'CreateOrChangeOnlyWithBoundary',
        Effect: 'Allow',
        Action: ['iam:CreateUser', 'iam:AttachUserPolicy'],
        Resource: '*',
        Condition: {
          StringEquals: { 'iam:PermissionsBoundary': 'arn:aws:iam::111122223333:policy/XCompanyBoundaries' },
        },
      }),
    },
    resource: { arn: 'arn:aws:iam::123456789012:user/new', account: '123456789012', type: 'AWS::IAM::User' },
    decisions: { 'iam:CreateUser': 'conditional', 'iam:DeleteUserPermissionsBoundary': 'denied' },
  },
  {
    title: 'a resource policy that names a role is limited by the boundary of the role',
    source: `${guide}/reference_policies_evaluation-logic_policy-eval-denyallow.html`,
    caller: {
      arn: 'arn:aws:iam::111122223333:role/examplerole',
      identity: [],
      boundary: allowAll({ Effect: 'Allow', Action: 'sqs:*', Resource: '*' }),
    },
    resource: bucket(
      'reports',
      '111122223333',
      allowAll({
        Effect: 'Allow',
        Principal: { AWS: 'arn:aws:iam::111122223333:role/examplerole' },
        Action: 's3:GetObject',
        Resource: 'arn:aws:s3:::reports/*',
      }),
    ),
    decisions: { 's3:GetObject': 'denied' },
  },
  {
    title: 'NotAction allows every other action on the resource',
    source: `${guide}/reference_policies_elements_notaction.html`,
    caller: {
      arn: carlos,
      identity: [allowAll({ Effect: 'Allow', NotAction: 's3:DeleteBucket', Resource: 'arn:aws:s3:::*' })],
    },
    resource: bucket('reports', '123456789012'),
    decisions: { 's3:DeleteBucket': 'implicit', 's3:PutObject': 'allowed' },
  },
  {
    title: 'NotAction allows every service but IAM',
    source: `${guide}/reference_policies_elements_notaction.html`,
    caller: { arn: carlos, identity: [allowAll({ Effect: 'Allow', NotAction: 'iam:*', Resource: '*' })] },
    resource: { arn: 'arn:aws:iam::123456789012:role/app', account: '123456789012', type: 'AWS::IAM::Role' },
    decisions: { 'iam:PassRole': 'implicit' },
  },
  {
    title: 'NotAction denies the others, unless the user signed in with MFA',
    source: `${guide}/reference_policies_elements_notaction.html`,
    caller: {
      arn: carlos,
      identity: [
        allowAll({ Effect: 'Allow', Action: '*', Resource: '*' }),
        allowAll({
          Sid: 'DenyAllUsersNotUsingMFA',
          Effect: 'Deny',
          NotAction: 'iam:*',
          Resource: '*',
          Condition: { BoolIfExists: { 'aws:MultiFactorAuthPresent': 'false' } },
        }),
      ],
    },
    resource: bucket('reports', '123456789012'),
    decisions: { 's3:GetObject': 'conditional', 'iam:GetUser': 'allowed' },
  },
  {
    title: 'NotResource denies all but the listed folder',
    source: `${guide}/reference_policies_elements_notresource.html`,
    caller: {
      arn: carlos,
      identity: [
        allowAll({ Effect: 'Allow', Action: 's3:*', Resource: '*' }),
        allowAll({
          Effect: 'Deny',
          Action: 's3:*',
          NotResource: ['arn:aws:s3:::HRBucket/Payroll', 'arn:aws:s3:::HRBucket/Payroll/*'],
        }),
      ],
    },
    resource: bucket('Other', '123456789012'),
    decisions: { 's3:GetObject': 'denied' },
  },
  {
    title: 'NotResource leaves a part of the bucket',
    source: `${guide}/reference_policies_elements_notresource.html`,
    caller: {
      arn: carlos,
      identity: [
        allowAll({ Effect: 'Allow', Action: 's3:*', Resource: '*' }),
        allowAll({
          Effect: 'Deny',
          Action: 's3:*',
          NotResource: ['arn:aws:s3:::HRBucket/Payroll', 'arn:aws:s3:::HRBucket/Payroll/*'],
        }),
      ],
    },
    resource: bucket('HRBucket', '123456789012'),
    decisions: { 's3:GetObject': 'conditional' },
  },
  ...['Bob', 'Alice'].map((name): DocumentedExample => ({
    title: `NotPrincipal denies everyone but Bob: ${name}`,
    source: `${guide}/reference_policies_elements_notprincipal.html`,
    caller: {
      arn: `arn:aws:iam::444455556666:user/${name}`,
      identity: [allowAll({ Effect: 'Allow', Action: 's3:*', Resource: '*' })],
    },
    resource: bucket('BUCKETNAME', '444455556666', {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Deny',
          NotPrincipal: { AWS: ['arn:aws:iam::444455556666:user/Bob', 'arn:aws:iam::444455556666:root'] },
          Action: 's3:*',
          Resource: ['arn:aws:s3:::BUCKETNAME', 'arn:aws:s3:::BUCKETNAME/*'],
        },
      ],
    }),
    decisions: { 's3:GetObject': name === 'Bob' ? 'allowed' : 'denied' },
  })),
  ...[true, false].map((delegates): DocumentedExample => ({
    title: `a key policy that ${delegates ? 'enables' : 'does not enable'} policies of IAM`,
    source: 'https://docs.aws.amazon.com/kms/latest/developerguide/key-policies.html',
    caller: {
      arn: 'arn:aws:iam::111122223333:role/app',
      identity: [allowAll({ Effect: 'Allow', Action: 'kms:Decrypt', Resource: '*' })],
    },
    resource: {
      arn: 'arn:aws:kms:eu-west-1:111122223333:key/7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
      account: '111122223333',
      type: 'AWS::KMS::Key',
      policy: allowAll({
        Sid: 'Enable IAM User Permissions',
        Effect: 'Allow',
        Principal: { AWS: `arn:aws:iam::111122223333:${delegates ? 'root' : 'user/KeyAdmin'}` },
        Action: 'kms:*',
        Resource: '*',
      }),
    },
    decisions: { 'kms:Decrypt': delegates ? 'allowed' : 'implicit' },
  })),
];
