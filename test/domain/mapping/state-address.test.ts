import test from 'ava';
import { readAwsProvider } from '../../../domain/mapping/provider-address.ts';
import { formatInstanceAddress } from '../../../domain/mapping/state-address.ts';
import type { InstanceAddressParts } from '../../../domain/mapping/state-address.ts';

const queue: InstanceAddressParts = { module: '', type: 'aws_sqs_queue', name: 'q' };

test('formats addresses with keys of count and for_each, modules in modules and deposed keys', (t) => {
  t.deepEqual(formatInstanceAddress(queue), { address: 'aws_sqs_queue.q', codeAddress: 'aws_sqs_queue.q' });
  t.is(formatInstanceAddress({ ...queue, indexKey: 0 })?.address, 'aws_sqs_queue.q[0]');
  t.deepEqual(
    formatInstanceAddress({
      ...queue,
      module: 'module.a["x.y[0]"].module.b-c[12].module.d',
      indexKey: 'k',
      deposedKey: '0123abcd',
    }),
    {
      address: 'module.a["x.y[0]"].module.b-c[12].module.d.aws_sqs_queue.q["k"] (deposed 0123abcd)',
      codeAddress: 'module.a.module.b-c.module.d.aws_sqs_queue.q',
    },
  );
});

test('escapes keys of for_each as Terraform prints them', (t) => {
  const printed = {
    '': '',
    'a b/c.d:e@f': 'a b/c.d:e@f',
    '<script>alert(1)</script>': '<script>alert(1)</script>',
    'say "hi" \\ now': String.raw`say \"hi\" \\ now`,
    'a\nb\tc\rd': String.raw`a\nb\tc\rd`,
    '${var.x} %{if} $x 5%': '$${var.x} %%{if} $x 5%',
    '\u0000\u001b\u007f\u00a0\u2028': String.raw`\u0000\u001b\u007f\u00a0\u2028`,
    'h\u00e9 \u4f60 \ud83d\ude00': 'h\u00e9 \u4f60 \ud83d\ude00',
    '\u{e0001}': String.raw`\U000e0001`,
    '\ud800': '\ufffd',
  };
  for (const [indexKey, key] of Object.entries(printed))
    t.is(formatInstanceAddress({ ...queue, indexKey })?.address, `aws_sqs_queue.q["${key}"]`);
});

test('rejects malformed addresses', (t) => {
  const malformed: readonly Partial<InstanceAddressParts>[] = [
    { type: '' },
    { type: 'aws_sqs_queue.q' },
    { type: '<b>' },
    { name: '' },
    { name: 'q\u0000' },
    { name: 'q"' },
    { name: '9q' },
    { name: '-q' },
    { module: 'a' },
    { module: 'module.' },
    { module: 'module.a.' },
    { module: 'module.a.b' },
    { module: 'module.<b>' },
    { module: 'module.a["x' },
    { module: 'module.a["\u0007"]' },
    { module: 'module.a[-1]' },
    { module: 'module.a\nmodule.b' },
    { indexKey: -1 },
    { indexKey: 1.5 },
    { indexKey: Number.NaN },
    { indexKey: 'x'.repeat(2_048) },
    { indexKey: '\u4f60'.repeat(700) },
    { deposedKey: 'x' },
    { module: `module.a${'.module.a'.repeat(1_000)}` },
  ];
  for (const part of malformed)
    t.is(formatInstanceAddress({ ...queue, ...part }), undefined, JSON.stringify(part));
});

test('reads AWS providers of every version and registry, with their alias', (t) => {
  const providers = {
    'provider["registry.terraform.io/hashicorp/aws"]': {},
    'provider["registry.terraform.io/hashicorp/aws"].west': { alias: 'west' },
    'provider["registry.opentofu.org/hashicorp/aws"].by_region["eu-west-1"]': {
      alias: 'by_region["eu-west-1"]',
    },
    'provider["registry.terraform.io/-/aws"]': {},
    'provider["terraform.example.com:8443/mirror/aws"]': {},
    'module.net["a"].module.b.provider["registry.terraform.io/hashicorp/aws"].west': { alias: 'west' },
    'provider.aws': {},
    'provider.aws.west': { alias: 'west' },
    'module.net.provider.aws.west': { alias: 'west' },
  };
  for (const [address, provider] of Object.entries(providers))
    t.deepEqual(readAwsProvider(address), provider);
  for (const address of [
    '',
    'aws',
    'provider.awscc',
    'provider.random',
    'provider["registry.terraform.io/hashicorp/awscc"]',
    'provider["registry.terraform.io/hashicorp/random"].aws',
    'provider["registry.terraform.io/hashicorp/aws"].a.b',
    'provider["registry.terraform.io/hashicorp/aws"]\n',
    'x.provider.aws',
  ])
    t.is(readAwsProvider(address), undefined, address);
});
