import test from 'ava';
import fc from 'fast-check';
import { collectorOf } from '../../../../domain/discovery/declaration/resource-types.ts';
import { readText } from '../../../../domain/discovery/declaration/text-expression.ts';

const scope = { account: '111122223333', region: 'global', partition: 'aws' };

test('replaces octal escapes of printable characters, and no other ones', (t) => {
  const read = (Name: string) => readText('{Name|unescape}', { Name }, scope);
  t.is(read('\\052.example.com.'), '*.example.com.');
  t.is(read('a\\100b\\176\\041'), 'a@b~!');
  t.is(read('\\000\\012\\177\\377\\05\\9'), '\\000\\012\\177\\377\\05\\9');
});

test('a wildcard record has the identifier that Terraform shows', (t) => {
  const collector = collectorOf('AWS::Route53::RecordSet');
  const item = { HostedZoneId: '/hostedzone/Z1', Name: '\\052.Example.com.', Type: 'A' };
  t.is(collector && readText(collector.nativeId, item, scope), 'Z1_*.example.com_A');
});

test('reads the text after the first and before the last separator', (t) => {
  t.is(readText('{Image|rest:/}', { Image: 'host/team/web' }, scope), 'team/web');
  t.is(readText('{Image|rest:/}', { Image: 'web' }, scope), 'web');
  t.is(readText('{Url|after:/}', { Url: 'host/team/web' }, scope), 'web');
  t.is(readText('{Url|after:/}', { Url: 'web' }, scope), 'web');
  t.is(readText('{Arn|start:-}', { Arn: 'secret:prod-db-AbCdEf' }, scope), 'secret:prod-db');
  t.is(readText('{Arn|start:-}', { Arn: 'secret' }, scope), 'secret');
  t.is(readText('{Serial|after:/}', { Serial: 'arn:aws:iam::1:mfa/alice' }, scope), 'alice');
  t.is(readText('{Serial|after:/}', { Serial: 'GAHT12345678' }, scope), 'GAHT12345678');
});

test('reads the text from a field on', (t) => {
  const read = (Arn: string) => readText('{Arn|field::5}', { Arn }, scope);
  t.is(read('arn:aws:kinesis:eu-west-1:123456789012:stream/orders'), 'stream/orders');
  t.is(read('arn:aws:mq:eu-west-1:123456789012:broker:orders:b-1'), 'broker:orders:b-1');
  t.is(read('arn:aws:s3:::'), undefined);
  t.is(readText('{Arn|field::4|before::}', { Arn: 'arn:aws:sns:eu-west-1:1:a:b' }, scope), '1');
});

test('a field is the text after as many separators, and after the last one when there are fewer', (t) => {
  const separator = fc.constantFrom(':', '/');
  const text = fc.string({ unit: fc.constantFrom(':', '/', 'a', 'b'), maxLength: 30 });
  fc.assert(
    fc.property(text, separator, fc.nat({ max: 12 }), (Arn, by, field) => {
      const chain = `|rest:${by}`.repeat(field);
      t.is(readText(`{Arn|field:${by}${field}}`, { Arn }, scope), readText(`{Arn${chain}}`, { Arn }, scope));
    }),
    { numRuns: 1000 },
  );
});

test('reads a text only if it contains another text', (t) => {
  const read = (Arn: string) => readText('{Arn|having::backup:}', { Arn }, scope);
  t.is(read('arn:aws:backup:eu-west-1:1:recovery-point:a'), 'arn:aws:backup:eu-west-1:1:recovery-point:a');
  t.is(read('arn:aws:ec2:eu-west-1::snapshot/snap-1'), undefined);
});

test('reads the full name of a container image without tag and digest', (t) => {
  const read = (Image: string) => readText('{Image|image}', { Image }, scope);
  t.is(read('nginx'), 'docker.io/library/nginx');
  t.is(read('nginx:1.27'), 'docker.io/library/nginx');
  t.is(read('grafana/loki:3'), 'docker.io/grafana/loki');
  t.is(read('localhost:5000/web:1'), 'localhost:5000/web');
  t.is(read('ghcr.io/team/web@sha256:0123'), 'ghcr.io/team/web');
  t.is(read('ghcr.io/team/web:1@sha256:0123'), 'ghcr.io/team/web');
});
