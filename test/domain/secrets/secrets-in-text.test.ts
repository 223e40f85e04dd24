import test from 'ava';
import type { MutableJson } from '../../../domain/json/json.ts';
import { markCredentialPatterns, redactByNameAndPattern } from '../../../domain/secrets/redact-secrets.ts';
import type { SecretMarker } from '../../../domain/secrets/redact-secrets.ts';

const marker: SecretMarker = {
  mark: () => '(sensitive)',
  beginsWithMark: (text) => text.startsWith('(sensitive)'),
};
const redacted = (text: string): string => markCredentialPatterns(text, marker);

function redactedObject(value: { [key: string]: MutableJson }): string {
  redactByNameAndPattern(value, marker);
  return JSON.stringify(value);
}

/** Each text contains `Hidden-1`, which must not remain, and every word of the rest in capitals, which must. */
const texts: Readonly<Record<string, string>> = {
  'a value in YAML': 'auth:\n  password: Hidden-1\n  username: APP\n',
  'a value in quotes in YAML': 'auth:\n  password: "Hidden-1 \\" Hidden-1"\n  username: APP\n',
  'a value in single quotes': "password: 'it''s Hidden-1'\nuser: APP",
  'a value with spaces and a comment': 'password: a Hidden-1 b # COMMENT\nuser: APP',
  'a value with an anchor and a tag': 'password: &p !!str Hidden-1\nuser: APP',
  'a value on several lines': 'password: abc\n  Hidden-1\nuser: APP',
  'a literal block': 'tls:\n  private_key: |-\n    first\n    Hidden-1\n\n    Hidden-1\n  user: APP\n',
  'a folded block in a list': '- name: A\n  api_token: >\n    Hidden-1\n  user: APP\n',
  'a list of passwords': 'passwords:\n  - Hidden-1\n  - "Hidden-1"\nuser: APP\n',
  'a list without indentation': 'passwords:\n- Hidden-1\nuser: APP\n',
  'a list in brackets': 'passwords: [Hidden-1, "Hidden-1"]\nuser: APP\n',
  'a map in braces': 'auth: {user: APP, password: Hidden-1, port: PORT}',
  'a name and a value': 'env:\n  - name: DB_PASSWORD\n    value: Hidden-1\n  - name: USER\n    value: APP\n',
  'a value and a name':
    'env:\n  - value: "Hidden-1"\n    name: DB_PASSWORD\n  - value: APP\n    name: USER\n',
  'a secret of Kubernetes':
    'kind: Secret\nmetadata:\n  name: APP\nstringData:\n  any: Hidden-1\n  more: |\n    Hidden-1\n',
  'a secret after another document':
    'kind: ConfigMap\ndata:\n  a: APP\n---\ndata:\n  any: Hidden-1\nkind: Secret\n',
  'windows line ends': 'password: Hidden-1\r\nuser: APP\r\n',
  'JSON within YAML': 'config: {"password": "Hidden-1", "user": "APP"}',
  'escaped JSON': '{\\"password\\":\\"Hidden-1\\",\\"user\\":\\"APP\\"}',
  'truncated JSON': '{"user":"APP","password":"Hidden-1',
  'a dictionary of Python': "{'user': 'APP', 'password': 'Hidden-1'}",
  'an environment file': 'USER=APP\nDB_PASSWORD=a,b;c Hidden-1\nPORT=PORT\n',
  'an export': 'export API_KEY="Hidden-1"\nexport USER=APP',
  'an INI file': '[db]\nuser = APP\npassword = Hidden-1\n',
  HCL: 'user = "APP"\nadmin_password = "Hidden-1"\n',
  'a connection string': 'Server=DB;Password=Hidden-1;Port=PORT',
  'a connection string with a semicolon in quotes': 'Server=DB;Password="a;Hidden-1";Port=PORT',
  'keywords of libpq': 'host=DB password=Hidden-1 dbname=APP',
  'a query string': 'https://host/PATH?token=Hidden-1&user=APP',
  'an option of a command': 'tool --password Hidden-1 --user APP',
  'an option with an equals sign': 'tool --api-token=Hidden-1 --user=APP',
  'an element': '<USER>APP</USER><db.password>Hidden-1</db.password>',
  'an attribute': '<add key="Password" value="Hidden-1" /><add key="USER" value="APP" />',
  'a header': 'Authorization: Bearer Hidden-1.token.value\nHost: HOST',
  'a netrc file': 'machine HOST login APP password Hidden-1',
  SQL: "CREATE USER APP IDENTIFIED BY 'Hidden-1'",
  'SQL of Postgres': "ALTER ROLE APP PASSWORD 'Hidden-1'",
  'a command of curl': "curl -u 'APP:Hidden-1' https://HOST",
  'a password after an unescaped @': 'postgres://APP:p@Hidden-1@db:5432/APP',
  'a password with a slash': 'postgres://APP:p/Hidden-1@db:5432/APP',
  'a password with a question mark and a hash': 'amqp://APP:p?#Hidden-1@mq:5672/APP',
  'a password with @ and a slash': 'postgres://APP:p@x/Hidden-1@db:5432/APP',
  'two URLs': 'amqp://A:Hidden-1@ONE,amqp://B:p@Hidden-1@TWO',
  'a password without a user': 'redis://:Hidden-1@HOST:6379',
  'a token as user': 'https://a1b2c3d4e5Hidden-1f6g7h8@HOST/PATH',
  'a source name of Go': 'APP:Hidden-1@tcp(DB:3306)/APP',
  'a hash of crypt': `USER:$2b$12$${'a'.repeat(20)}Hidden-1`.replace('Hidden-1', 'Hidden.1'),
  'a word before the key': 'The access token: Hidden-1 of APP',
};

for (const [title, text] of Object.entries(texts))
  test(`hides ${title}`, (t) => {
    const result = redacted(text);
    t.false(/Hidden[-.]1/.test(result), result);
    for (const kept of text.match(/\b[A-Z]{2,}\b/g) ?? [])
      t.true(result.includes(kept), `${kept}: ${result}`);
    t.is(redacted(result), result, 'twice');
  });

test('hides the addresses of chat and alerting services', (t) => {
  const id = 'a1B2c3D4e5F6g7H8i9J0k1L2';
  const uuid = '01234567-89ab-4cde-8f01-23456789abcd';
  for (const url of [
    `https://hooks.slack.com/workflows/T00000000/A00000000/123456789012345678/${id}`,
    `https://discordapp.com/api/v10/webhooks/123456789012345678/${id}${id}`,
    `https://outlook.office.com/webhook/${uuid}@${uuid}/IncomingWebhook/${id}/${uuid}`,
    `https://prod-12.westeurope.logic.azure.com:443/workflows/0a/triggers/manual/paths/invoke?api-version=1&sig=${id}`,
    `https://chat.googleapis.com/v1/spaces/AAAA/messages?key=${id}&token=${id}`,
    `https://mattermost.acme.test/hooks/${id.toLowerCase()}`,
    `https://chat.acme.test/hooks/${id}/${id}`,
    `https://api.telegram.org/bot123456789:A${id}${id.slice(0, 10)}/sendMessage`,
    `https://oapi.dingtalk.com/robot/send?access_token=${id}`,
    `https://open.feishu.cn/open-apis/bot/v2/hook/${uuid}`,
    `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${uuid}`,
    `https://webexapis.com/v1/webhooks/incoming/${id}`,
    `https://hooks.zapier.com/hooks/catch/123456/${id}`,
    `https://events.pagerduty.com/integration/${id}/enqueue`,
    `https://hc-ping.com/${uuid}`,
  ]) {
    const result = redacted(`post to ${url}`);
    t.true(result.includes('(sensitive)'), url);
    t.false(result.includes(id) || result.includes(id.toLowerCase()) || result.includes(uuid), result);
  }
});

test('hides secrets of objects by their names, in the plural too', (t) => {
  const result = redactedObject({
    passwords: ['Hidden-1', 'Hidden-1'],
    api_keys: { ci: 'Hidden-1' },
    command: ['server', '--password', 'Hidden-1', '-v'],
    manifest: { kind: 'Secret', data: { any: 'Hidden-1' } },
    db_pw: 'Hidden-1',
    API_KEY_PROD: 'Hidden-1',
    secret_string: 'Hidden-1',
    pin_password: 98_765_432,
    registry: { auth: btoa('user:Hidden-1') },
    http_tokens: 'REQUIRED2',
    password_policy: 'STRICT',
    token_arn: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:KEPT',
    max_tokens: 4096,
  });
  t.false(/Hidden-1|98765432|VzZX/.test(result), result);
  for (const kept of ['server', '-v', 'REQUIRED2', 'STRICT', 'KEPT', '4096'])
    t.true(result.includes(kept), kept);
});

test('keeps references to secrets', (t) => {
  for (const text of [
    'password: ${var.password}',
    'password: {{ .Values.password }}',
    'password: $DB_PASSWORD',
    'Authorization: Bearer ${API_TOKEN}',
    'token: ${{ secrets.TOKEN }}',
    'password: arn:aws:secretsmanager:eu-west-1:123456789012:secret:db',
    'password: "{{resolve:secretsmanager:db}}"',
    'password:\n  secretKeyRef:\n    name: db\n    key: main',
    'type: string\npassword: true',
    '{"name":"DB_PASSWORD","valueFrom":"arn:aws:ssm:eu-west-1:123456789012:parameter/db"}',
  ])
    t.is(redacted(text), text);
});

/** Usual values of configurations and plans without secrets. */
const harmless: readonly string[] = [
  'arn:aws:sqs:eu-west-1:123456789012:orders',
  'arn:aws:secretsmanager:eu-west-1:123456789012:secret:db-password-AbCdEf',
  'arn:aws:kms:eu-west-1:123456789012:key/01234567-89ab-4cde-8f01-23456789abcd',
  'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/app/shop/50dc6c495c0c9188',
  'arn:aws:acm:us-east-1:123456789012:certificate/01234567-89ab-4cde-8f01-23456789abcd',
  '01234567-89ab-4cde-8f01-23456789abcd',
  'subnet-0a1b2c3d4e5f67890',
  'vpc-0a1b2c3d4e5f67890',
  'key-0a1b2c3d4e5f67890',
  'i-0123456789abcdef0',
  'AROA2B3C4D5E6F7G8H9I0',
  'AIDA2B3C4D5E6F7G8H9I0',
  '4b1d0c2f6f1e9f4a9d3c5b7a8e6f0d1c2b3a4958',
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  'd41d8cd98f00b204e9800998ecf8427e',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '123456789012.dkr.ecr.eu-west-1.amazonaws.com/shop@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDk3v5mXq2+4bH1nP0kWvQd7Zr8uJ9cYs6tLx0fEoGiRhTqUwKzMbNaVpSy deploy@host',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl',
  `-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\nRTESMBAGA1UEChMJQmFsdGltb3JlMRMwEQYDVQQLEwpDeWJlclRydXN0MSIwIAYD\n-----END CERTIFICATE-----`,
  `-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEVs/o5+uQbTjL3chynL4wXgUg2R9\nq9UU8I5mEovUf86QZ7kOBIjJwqnzD1omageEHWwHdBO6B+dFabmdT9POxg==\n-----END PUBLIC KEY-----`,
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSURkekNDQWwrZ0F3SUJBZ0lFQWdBQXVUQU5CZ2txaGtpRzl3MEJBUVVGQURCYQ==',
  'https://sqs.eu-west-1.amazonaws.com/123456789012/orders',
  'https://host.test:8080/users/@me',
  'https://registry.npmjs.org/@scope/package',
  'git@github.com:acme/shop.git',
  'ssh://git@github.com/acme/shop.git',
  'postgres://db.internal:5432/app',
  'mailto:ops@acme.test',
  'cron(0 12 * * ? *)',
  'rate(5 minutes)',
  '2026-10-01T10:00:00Z',
  'eu-west-1a',
  'v1.2.3-rc.1+build.5',
  'npm_config_cache_directory_of_builds',
  'npm_config_cache_dir_v2',
  'sgp_prod_vpc_subnet_01',
  'phx_datacenter_subnet_2',
  'ops_team_alerts_2024',
  'arn:aws:iam::123456789012:role/hf_transformers_bucket_4',
  'arn:aws:sns:eu-west-1:123456789012:AlarmNotificationsForOrderServiceXY',
  'docker run --user 1000:1000 web',
  'sonar -u https://sonar.acme.test:9000/path',
  'Login failed: password invalid',
  'sk-learn-model-training-job-production',
  'task-definition-of-the-production-service',
  'datadog_site: us5.datadoghq.com',
  'datadog_agent_image: public.ecr.aws/datadog/agent:7.50.3',
  'sentry_environment = "production-eu-west-1"',
  'DD_SERVICE=shop-checkout-service-v2',
  'password_policy: strict',
  'PasswordLength: 14',
  'TokenValidity=3600',
  'kms_key_id: 01234567-89ab-4cde-8f01-23456789abcd',
  'SecretName: prod/shop/database-credentials-2024',
  'key_name = "deploy-key-2024"',
  'Rotates the key of the pool every 30 days',
  '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"secretsmanager:GetSecretValue","Resource":"*"}]}',
  'secretsmanager:GetSecretValue',
  'fields @timestamp, @message | sort @timestamp desc',
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'Z2FMDQpjE7L8N9',
  'tgw-attach-0a1b2c3d4e5f67890',
  'cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Ab1Cd2Ef3',
];

test('keeps harmless values', (t) => {
  const found = harmless.filter(
    (text) => redacted(text) !== text || redactedObject({ Value: text }) !== JSON.stringify({ Value: text }),
  );
  t.log(`false positives: ${found.length} of ${harmless.length}`);
  t.deepEqual(
    found.map((text) => redacted(text)),
    [],
  );
});

test('reads the values of keys within values once', (t) => {
  const started = performance.now();
  for (const unit of ['token_a=', 'token_a=[']) {
    const text = unit.repeat(40_000);
    t.is(redacted(text), text);
  }
  // Reading 2,048 characters for each key takes more than 8 seconds.
  t.true(performance.now() - started < 4_000);
});
