import test from 'ava';
import { collectorOf } from '../../../domain/discovery/resource-types.ts';
import { readText } from '../../../domain/discovery/text-expression.ts';

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
