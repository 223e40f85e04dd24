import test from 'ava';
import { hideForms } from '../../../domain/assistant/hide-forms.ts';

test('replaces numbers, addresses, paths, values of tags and titles by what they are', (t) => {
  for (const [text, expected] of [
    ['who is alice@example.com?', 'who is (mail address)?'],
    ['account 123456789012', 'account (account number)'],
    ['account 1234-5678-9012', 'account (account number)'],
    ['open https://shop.example.com/a?b=c now', 'open (URL) now'],
    ['who uses arn:aws:sqs:eu-west-1:123456789012:orders?', 'who uses (ARN)'],
    ['host 10.1.2.3/32', 'host (IP address)'],
    ['what is i-0abc1234def567890', 'what is (id)'],
    ['what manages module.shop.aws_sqs_queue.orders["a"]?', 'what manages (Terraform address)?'],
    ['what manages aws_sqs_queue.orders?', 'what manages (Terraform address)?'],
    ['buckets with tag Owner=alice', 'buckets with tag Owner=(value)'],
    ['buckets with tag Owner="alice b", please', 'buckets with tag Owner=(value), please'],
    ['parameter /shop/db/password', 'parameter (path)'],
    ['the file live/shop/main.tf', 'the file (path)'],
    ['the pull request "Rotate the secret of alice"', 'the pull request (text)'],
    ['«Rotate it for alice»', '(text)'],
  ] as const)
    t.is(hideForms(text).replace(/\?$/, ''), expected.replace(/\?$/, ''), text);
});

test('keeps what a question needs', (t) => {
  for (const text of [
    'Which AWS::S3::Bucket in eu-west-1 changed between 2026-05-01 and 2026-06-01T10:00:00Z?',
    'plan and/or apply',
    'Who owns [r1] and "[r2]"?',
    'resources with status "deleted"',
    'more than 50 of 100 resources, 25%',
  ])
    t.is(hideForms(text), text);
});

test('the time grows linearly with the text', (t) => {
  for (const unit of [
    'a/',
    'a.',
    'a@',
    '"',
    'module.a.',
    'a_b.',
    '1.',
    'a=',
    '/',
    '::',
    'arn:',
    'a-1',
    '[',
  ]) {
    const timeOf = (length: number) => {
      const before = process.cpuUsage();
      hideForms(unit.repeat(length / unit.length));
      return process.cpuUsage(before).user / 1000;
    };
    const short = Math.min(...[1, 2, 3].map(() => timeOf(1000)));
    const long = Math.min(...[1, 2, 3].map(() => timeOf(16_000)));
    t.true(long <= 64 * Math.max(short, 2), `${unit}: ${short} ms, ${long} ms`);
  }
});
