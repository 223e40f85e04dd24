import type { Token } from './tokenize.ts';

/** What an everyday word says about the configuration of resources of a type. */
export interface PropertyWords {
  /** As the answer states it: `without encryption`. */
  readonly text: string;
  /** Conditions of the parameter `property` by type, with the opposite ones of `not`. Conditions of a list must all hold. */
  readonly of: readonly TypeCondition[];
}

export interface TypeCondition {
  readonly types: readonly string[];
  readonly holds: readonly string[];
  readonly opposite: readonly string[];
}

const rds = [
  'AWS::RDS::DBInstance',
  'AWS::RDS::DBCluster',
  'AWS::DocDB::DBCluster',
  'AWS::Neptune::DBCluster',
];
const volume = ['AWS::EC2::Volume'];
const bucket = ['AWS::S3::Bucket'];
const queue = ['AWS::SQS::Queue'];
const topic = ['AWS::SNS::Topic'];
const table = ['AWS::DynamoDB::Table'];
const lambda = ['AWS::Lambda::Function'];
const logs = ['AWS::Logs::LogGroup'];

function condition(
  types: readonly string[],
  holds: string | readonly string[],
  opposite: string | readonly string[],
): TypeCondition {
  return { types, holds: [holds].flat(), opposite: [opposite].flat() };
}

/** Everyday words, separated by `|`, in the affirmative form; `not`, `without` and `no` before them reverse the conditions. */
const words: readonly {
  readonly phrases: string;
  readonly text: string;
  readonly of: readonly TypeCondition[];
}[] = [
  {
    phrases:
      'encrypted|encryption|encrypted at rest|encryption at rest|storage encryption|server side encryption|sse|encryption enabled|cmk|kms encryption|encrypted with kms',
    text: 'encryption',
    of: [
      condition(rds, 'StorageEncrypted=true', 'StorageEncrypted!=true'),
      condition(volume, 'Encrypted=true', 'Encrypted!=true'),
      condition(['AWS::EC2::Snapshot'], 'Encrypted=true', 'Encrypted!=true'),
      condition(['AWS::EFS::FileSystem', 'AWS::Redshift::Cluster'], 'Encrypted=true', 'Encrypted!=true'),
      condition(queue, '{Attributes.KmsMasterKeyId:exists}|{Attributes.SqsManagedSseEnabled=true}', [
        'Attributes.KmsMasterKeyId:missing',
        'Attributes.SqsManagedSseEnabled!=true',
      ]),
      condition(topic, 'Attributes.KmsMasterKeyId:exists', 'Attributes.KmsMasterKeyId:missing'),
      condition(logs, 'kmsKeyId:exists', 'kmsKeyId:missing'),
      condition(['AWS::Kinesis::Stream'], 'EncryptionType=KMS', 'EncryptionType!=KMS'),
      condition(
        ['AWS::ElastiCache::ReplicationGroup', 'AWS::ElastiCache::CacheCluster'],
        'AtRestEncryptionEnabled=true',
        'AtRestEncryptionEnabled!=true',
      ),
    ],
  },
  {
    phrases: 'versioning|versioned|versioning enabled|object versioning',
    text: 'versioning',
    of: [
      condition(bucket, 'VersioningConfiguration.Status=Enabled', 'VersioningConfiguration.Status!=Enabled'),
    ],
  },
  {
    phrases:
      'retention|retention period|retention policy|a retention|retention set|log retention|expiry|an expiry|expiration|expire|expires|expiring',
    text: 'a retention period',
    of: [condition(logs, 'retentionInDays:exists', 'retentionInDays:missing')],
  },
  {
    phrases:
      'on demand|on-demand|pay per request|pay-per-request|on demand billing|on-demand billing|on demand capacity|on-demand mode|on demand mode|billed per request',
    text: 'on-demand capacity',
    of: [
      condition(
        table,
        'BillingModeSummary.BillingMode=PAY_PER_REQUEST',
        'BillingModeSummary.BillingMode!=PAY_PER_REQUEST',
      ),
    ],
  },
  {
    phrases: 'provisioned capacity|provisioned throughput|provisioned mode|provisioned billing',
    text: 'provisioned capacity',
    of: [
      condition(
        table,
        'BillingModeSummary.BillingMode!=PAY_PER_REQUEST',
        'BillingModeSummary.BillingMode=PAY_PER_REQUEST',
      ),
    ],
  },
  {
    phrases: 'multi az|multi-az|multiaz|multiple availability zones',
    text: 'Multi-AZ',
    of: [condition(['AWS::RDS::DBInstance', 'AWS::RDS::DBCluster'], 'MultiAZ=true', 'MultiAZ!=true')],
  },
  {
    phrases:
      'deletion protection|delete protection|protected from deletion|protected against deletion|deletion protected',
    text: 'deletion protection',
    of: [
      condition(rds, 'DeletionProtection=true', 'DeletionProtection!=true'),
      condition(table, 'DeletionProtectionEnabled=true', 'DeletionProtectionEnabled!=true'),
    ],
  },
  {
    phrases: 'backups|backup|backups enabled|automatic backups|automated backups|backup retention',
    text: 'automatic backups',
    of: [
      condition(
        ['AWS::RDS::DBInstance', 'AWS::RDS::DBCluster'],
        'BackupRetentionPeriod>0',
        'BackupRetentionPeriod=0',
      ),
    ],
  },
  {
    phrases: 'attached|in use by an instance|mounted',
    text: 'an attachment',
    of: [
      condition(volume, 'Attachments:exists', 'Attachments:missing'),
      condition(['AWS::EC2::EIP'], 'AssociationId:exists', 'AssociationId:missing'),
    ],
  },
  {
    phrases: 'unattached|detached',
    text: 'no attachment',
    of: [
      condition(volume, 'Attachments:missing', 'Attachments:exists'),
      condition(['AWS::EC2::EIP'], 'AssociationId:missing', 'AssociationId:exists'),
    ],
  },
  {
    phrases: 'unencrypted|nonencrypted|non-encrypted|plain text storage',
    text: 'no encryption',
    of: [
      condition(rds, 'StorageEncrypted!=true', 'StorageEncrypted=true'),
      condition(volume, 'Encrypted!=true', 'Encrypted=true'),
      condition(['AWS::EC2::Snapshot'], 'Encrypted!=true', 'Encrypted=true'),
      condition(['AWS::EFS::FileSystem', 'AWS::Redshift::Cluster'], 'Encrypted!=true', 'Encrypted=true'),
      condition(
        queue,
        ['Attributes.KmsMasterKeyId:missing', 'Attributes.SqsManagedSseEnabled!=true'],
        '{Attributes.KmsMasterKeyId:exists}|{Attributes.SqsManagedSseEnabled=true}',
      ),
      condition(topic, 'Attributes.KmsMasterKeyId:missing', 'Attributes.KmsMasterKeyId:exists'),
      condition(logs, 'kmsKeyId:missing', 'kmsKeyId:exists'),
      condition(['AWS::Kinesis::Stream'], 'EncryptionType!=KMS', 'EncryptionType=KMS'),
    ],
  },
  {
    phrases: 'fifo',
    text: 'the kind FIFO',
    of: [
      condition(queue, 'Attributes.FifoQueue=true', 'Attributes.FifoQueue!=true'),
      condition(topic, 'Attributes.FifoTopic=true', 'Attributes.FifoTopic!=true'),
    ],
  },
  {
    phrases:
      'dead letter queue|dead letter queues|dead-letter queue|dead-letter queues|dlq|dlqs|dead letter ones|dead-letter ones|a dlq|redrive policy|dead letter queue configured',
    text: 'a dead-letter queue',
    of: [
      condition(queue, 'Attributes.RedrivePolicy:exists', 'Attributes.RedrivePolicy:missing'),
      condition(lambda, 'DeadLetterConfig:exists', 'DeadLetterConfig:missing'),
    ],
  },
  {
    phrases: 'key rotation|rotation|rotated|automatic rotation|rotation enabled',
    text: 'rotation',
    of: [
      condition(['AWS::KMS::Key'], 'KeyRotationEnabled=true', 'KeyRotationEnabled!=true'),
      condition(['AWS::SecretsManager::Secret'], 'RotationEnabled=true', 'RotationEnabled!=true'),
    ],
  },
  {
    phrases: 'tracing|x-ray|xray|x-ray tracing',
    text: 'active tracing',
    of: [condition(lambda, 'TracingConfig.Mode=Active', 'TracingConfig.Mode!=Active')],
  },
  {
    phrases: 'block public access|public access block|a public access block|public access blocked',
    text: 'a public access block',
    of: [
      condition(bucket, 'PublicAccessBlockConfiguration:exists', 'PublicAccessBlockConfiguration:missing'),
    ],
  },
  {
    phrases: 'secure string|secure strings|securestring|securestrings',
    text: 'the kind SecureString',
    of: [condition(['AWS::SSM::Parameter'], 'Type=SecureString', 'Type!=SecureString')],
  },
  {
    phrases: 'ttl|a ttl|time to live|time-to-live|ttl enabled',
    text: 'time to live',
    of: [condition(table, 'TimeToLive.TimeToLiveStatus=ENABLED', 'TimeToLive.TimeToLiveStatus!=ENABLED')],
  },
  {
    phrases:
      'static website|a static website|website hosting|static website hosting|hosts a static website|hosts a website',
    text: 'website hosting',
    of: [condition(bucket, 'Website:exists', 'Website:missing')],
  },
  {
    phrases: 'point in time recovery|point-in-time recovery|pitr',
    text: 'point-in-time recovery',
    of: [
      condition(
        table,
        'ContinuousBackups.PointInTimeRecoveryDescription.PointInTimeRecoveryStatus=ENABLED',
        'ContinuousBackups.PointInTimeRecoveryDescription.PointInTimeRecoveryStatus!=ENABLED',
      ),
    ],
  },
];

const byPhrase: ReadonlyMap<string, PropertyWords> = new Map(
  words.flatMap(({ phrases, text, of }) =>
    phrases.split('|').map((phrase) => [phrase, { text, of }] as const),
  ),
);

/** Runtimes of Lambda: `python3.8`, `nodejs`, `node 18`. */
const runtime = /^(python|nodejs|node|java|go|ruby|dotnet|provided)(\d[\w.]*)?$/;
const runtimeFamilies = new Set(['python', 'node', 'nodejs', 'java', 'ruby', 'dotnet', 'golang']);
const longestPhrase = 4;

/** Reads the everyday words about the configuration that begin at `index`. */
export function readCondition(
  tokens: readonly Token[],
  index: number,
): { readonly words: PropertyWords; readonly length: number } | undefined {
  let found: { words: PropertyWords; length: number } | undefined;
  let text = '';
  for (let length = 1; length <= longestPhrase; length += 1) {
    const token = tokens[index + length - 1];
    if (token === undefined || token.quoted) break;
    text = length === 1 ? token.word : `${text} ${token.word}`;
    const entry = byPhrase.get(text);
    if (entry !== undefined) found = { words: entry, length };
  }
  const byForm = readValueForm(tokens, index);
  // `the runtime python3.8`
  const isStated = wordOf(tokens, index) === 'runtime';
  const runtimeWords = readRuntime(tokens, isStated ? index + 1 : index);
  return (
    found ??
    byForm ??
    (isStated && runtimeWords !== undefined
      ? { ...runtimeWords, length: runtimeWords.length + 1 }
      : runtimeWords)
  );
}

function wordOf(tokens: readonly Token[], index: number): string {
  const token = tokens[index];
  return token === undefined || token.quoted ? '' : token.word;
}

function readRuntime(tokens: readonly Token[], index: number) {
  const word = wordOf(tokens, index);
  const next = wordOf(tokens, index + 1);
  const match = runtime.exec(word);
  if (match === null && !runtimeFamilies.has(word)) return undefined;
  const family = word === 'golang' ? 'go' : (match?.[1] ?? word) === 'node' ? 'nodejs' : (match?.[1] ?? word);
  if (family === 'go' && word === 'go') return undefined;
  const isVersion = match?.[2] === undefined && /^\d{1,2}(\.\d{1,2}|\.x)?$/.test(next);
  const version = match?.[2] ?? (isVersion ? next : '');
  const value = `${family}${version}`;
  const isWhole = version !== '' && (family !== 'nodejs' || version.endsWith('.x'));
  const holds = isWhole ? `Runtime=${value}` : `Runtime~${value}`;
  return {
    words: {
      text: `the runtime ${value}`,
      of: [condition(lambda, holds, isWhole ? `Runtime!=${value}` : `Runtime:exists`)],
    },
    length: (isVersion ? 2 : 1) + (/^runtimes?$/.test(wordOf(tokens, index + (isVersion ? 2 : 1))) ? 1 : 0),
  };
}

/** Values whose form says which property they belong to: `t3.micro`, `10.0.0.0/16`, `postgres`. */
const valueForms: readonly {
  readonly form: RegExp;
  readonly text: string;
  readonly of: readonly (readonly [types: readonly string[], path: string])[];
  readonly operator: '=' | '~';
}[] = [
  {
    form: /^(?!0\.0\.0\.0\/0$)(?:\d{1,3}\.){3}\d{1,3}\/\d{1,2}$/,
    text: 'the CIDR block',
    of: [[['AWS::EC2::VPC', 'AWS::EC2::Subnet'], 'CidrBlock']],
    operator: '=',
  },
  {
    form: /^db\.[a-z]\d[a-z]{0,4}\.\d{0,2}[a-z]{1,10}$/,
    text: 'the instance class',
    of: [[rds, 'DBInstanceClass']],
    operator: '=',
  },
  {
    form: /^cache\.[a-z]\d[a-z]{0,4}\.\d{0,2}[a-z]{1,10}$/,
    text: 'the node type',
    of: [[['AWS::ElastiCache::CacheCluster', 'AWS::ElastiCache::ReplicationGroup'], 'CacheNodeType']],
    operator: '=',
  },
  {
    form: /^[a-z]{1,3}\d[a-z]{0,4}\.\d{0,2}(?:nano|micro|small|medium|large|xlarge|metal)$/,
    text: 'the instance type',
    of: [[['AWS::EC2::Instance'], 'InstanceType']],
    operator: '=',
  },
  {
    form: /^(?:postgres|postgresql|mysql|mariadb|aurora)$/,
    text: 'the engine',
    of: [[rds, 'Engine']],
    operator: '~',
  },
  {
    form: /^(?:redis|memcached|valkey)$/,
    text: 'the engine',
    of: [[['AWS::ElastiCache::CacheCluster'], 'Engine']],
    operator: '=',
  },
];

function readValueForm(
  tokens: readonly Token[],
  index: number,
): { readonly words: PropertyWords; readonly length: number } | undefined {
  const word = wordOf(tokens, index).slice(0, 40);
  const found = valueForms.find(({ form }) => form.test(word));
  if (found === undefined) return undefined;
  const value = word === 'postgresql' ? 'postgres' : word;
  return {
    words: {
      text: `${found.text} ${value}`,
      of: found.of.map(([types, path]) =>
        condition(
          types,
          `${path}${found.operator}${value}`,
          found.operator === '=' ? `${path}!=${value}` : `${path}:exists`,
        ),
      ),
    },
    length: 1,
  };
}

/** Everyday names of properties of one resource, and the words of the keys in its configuration. */
export const propertyNames: Readonly<Record<string, string>> = {
  memory: 'memory size',
  ram: 'memory size',
  size: 'memory size|allocated storage|size|instance type|db instance class|table size bytes',
  'instance size': 'instance type|db instance class',
  'instance class': 'db instance class|instance class',
  timeout: 'timeout|visibility timeout',
  'billing mode': 'billing mode',
  'capacity mode': 'billing mode',
  'engine version': 'engine version',
  retention: 'message retention period|retention in days|retention period',
  'keeping logs': 'retention in days',
  'keep logs': 'retention in days',
  'keeps logs': 'retention in days',
  'kept for': 'retention in days|message retention period',
  'retention period': 'message retention period|retention in days|backup retention period',
  'dead letter queue': 'redrive policy',
  dlq: 'redrive policy',
  handler: 'handler',
  'ip address': 'private ip address|public ip address|public ip',
  'ip range': 'cidr block',
  cidr: 'cidr block',
  'cidr range': 'cidr block',
  role: 'role',
  encryption: 'sqs managed sse enabled|kms master key id|storage encrypted|encrypted',
  versioning: 'versioning configuration',
  layers: 'layers',
  version: 'version|engine version|runtime',
  'kubernetes version': 'version',
  schedule: 'schedule expression|schedule',
  'message retention': 'message retention period',
  ports: 'ip permissions',
  'maximum receive count': 'max receive count',
  'instance types': 'instance type|db instance class',
  'environment variables': 'environment',
};

/** Phrases that name a property of a configuration, besides those that stand for a condition. */
export const propertyPhrases: readonly string[] = [
  ...new Set([
    ...Object.keys(propertyNames).filter((phrase) => !byPhrase.has(phrase) && phrase !== 'role'),
    ...'visibility timeout|message retention|delay seconds|max receive count|maximum receive count|receive count|instance type|instance types|engine|engines|engine version|engine versions|kubernetes version|runtime version|runtimes|runtime|storage class|allocated storage|node type|cache node type|port|ports|inbound ports|schedule|schedule expression|schedule expressions|memory size|timeouts|code size|architecture|architectures|environment variable|subnet ids|availability zone|availability zones|policy document|key policy|cidr block|cidr blocks|version|versions|description'.split(
      '|',
    ),
  ]),
];
