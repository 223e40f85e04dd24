import test from 'ava';
import fc from 'fast-check';
import { locateInFiles } from '../../../support/mapping/locate-in-files.ts';

const resource = (name: string) => `resource "aws_sqs_queue" "${name}" {\n}\n`;
const call = (name: string, source: string) => `module "${name}" {\n  source = "${source}"\n}\n`;

test('locates resources of the root module and of modules in modules, without instance keys', async (t) => {
  const locate = await locateInFiles({
    path: 'prod',
    files: {
      'prod/main.tf': `${resource('jobs')}\n${call('app', '../modules/app')}`,
      'modules/app/main.tf': `# queues\n${call('queue', './queue')}${resource('own')}`,
      'modules/app/queue/queue.tf': `\n\n${resource('jobs')}`,
      'main.tf': resource('elsewhere'),
    },
  });
  t.is(locate('aws_sqs_queue.jobs'), 'prod/main.tf:1 high');
  t.is(locate('aws_sqs_queue.jobs[0]'), 'prod/main.tf:1 high');
  t.is(locate('module.app.aws_sqs_queue.own'), 'modules/app/main.tf:5 high');
  t.is(
    locate('module.app["a.b[\\"c\\"]"].module.queue[3].aws_sqs_queue.jobs["x"]'),
    'modules/app/queue/queue.tf:3 high',
  );
  t.is(locate('aws_sqs_queue.jobs (deposed 1a2b3c4d)'), 'prod/main.tf:1 high');
});

test('returns nothing for addresses that the code does not declare', async (t) => {
  const locate = await locateInFiles({
    files: { 'main.tf': `${resource('jobs')}${call('app', './app')}`, 'app/main.tf': resource('jobs') },
  });
  for (const address of [
    'aws_sqs_queue.other',
    'aws_sns_topic.jobs',
    'module.other.aws_sqs_queue.jobs',
    'module.app.aws_sqs_queue.other',
    'module.app.module.app.aws_sqs_queue.jobs',
    'data.aws_sqs_queue.jobs',
    'module.app',
    'module',
    'aws_sqs_queue',
    'aws_sqs_queue.jobs.arn',
    'aws_sqs_queue.jobs[0',
    'aws_sqs_queue..jobs',
    '',
    'constructor.prototype',
    '__proto__.__proto__',
  ])
    t.is(locate(address), 'absent', address);
});

test('reads JSON syntax, with the line of the key that names the block', async (t) => {
  const locate = await locateInFiles({
    files: {
      'main.tf.json': `{
  "//": "comment",
  "resource": {
    "aws_sqs_queue": {
      "jobs":
        { "name": "jobs" },
      "list": [
        { "name": "a" }
      ]
    }
  },
  "module": {
    "app": { "source": "./app" }
  },
  "moved": [{ "from": "aws_sqs_queue.old", "to": "aws_sqs_queue.jobs" }]
}`,
      'app/queue.tofu.json': '{"resource": [{"aws_sqs_queue": {\n"jobs": {}}}]}',
    },
    system: 'opentofu',
  });
  t.is(locate('aws_sqs_queue.jobs'), 'main.tf.json:5 high');
  t.is(locate('aws_sqs_queue.list'), 'main.tf.json:8 high');
  t.is(locate('aws_sqs_queue.old'), 'main.tf.json:5 high');
  t.is(locate('module.app.aws_sqs_queue.jobs'), 'app/queue.tofu.json:2 high');
});

test('finds a block in the file that it overrides, and uses the source of the override', async (t) => {
  const locate = await locateInFiles({
    files: {
      'a_override.tf': `${resource('jobs')}${call('app', './new')}`,
      'main.tf': `\n${resource('jobs')}${call('app', './old')}`,
      'override.tf': resource('only'),
      'old/main.tf': resource('x'),
      'new/main.tf': `\n\n${resource('x')}`,
    },
  });
  t.is(locate('aws_sqs_queue.jobs'), 'main.tf:2 high');
  t.is(locate('aws_sqs_queue.only'), 'override.tf:1 high');
  t.is(locate('module.app.aws_sqs_queue.x'), 'new/main.tf:3 high');
});

test('loads main.tofu instead of main.tf for OpenTofu only', async (t) => {
  const files = {
    'main.tf': resource('jobs'),
    'main.tofu': `\n${resource('jobs')}`,
    'b.tofu': resource('b'),
  };
  const terraform = await locateInFiles({ files });
  t.is(terraform('aws_sqs_queue.jobs'), 'main.tf:1 high');
  t.is(terraform('aws_sqs_queue.b'), 'absent');
  const openTofu = await locateInFiles({ files, system: 'opentofu' });
  t.is(openTofu('aws_sqs_queue.jobs'), 'main.tofu:2 high');
  t.is(openTofu('aws_sqs_queue.b'), 'b.tofu:1 high');
});

test('follows moved blocks: chains, modules, moves into and out of modules', async (t) => {
  const move = (from: string, to: string) => `moved {\n  from = ${from}\n  to   = ${to}\n}\n`;
  const locate = await locateInFiles({
    files: {
      'main.tf': `${resource('now')}${call('app', './app')}`,
      'moves.tf': [
        move('aws_sqs_queue.first', 'aws_sqs_queue.second'),
        move('aws_sqs_queue.second', 'aws_sqs_queue.now[0]'),
        move('module.old', 'module.app'),
        move('aws_sqs_queue.inner', 'module.app.aws_sqs_queue.inner'),
        move('module.gone.aws_sqs_queue.out', 'aws_sqs_queue.now'),
        move('aws_sqs_queue.split["a"]', 'aws_sqs_queue.now'),
        move('aws_sqs_queue.split["b"]', 'aws_sqs_queue.other'),
        move('aws_sqs_queue.x', 'aws_sqs_queue.y'),
        move('aws_sqs_queue.y', 'aws_sqs_queue.x'),
        move('module.grow', 'module.grow.module.grow'),
        move('aws_sqs_queue.same', 'aws_sqs_queue.same[0]'),
      ].join(''),
      'app/main.tf': `${resource('inner')}${move('aws_sqs_queue.before', 'aws_sqs_queue.inner')}`,
    },
  });
  t.is(locate('aws_sqs_queue.first'), 'main.tf:1 high');
  t.is(locate('aws_sqs_queue.second'), 'main.tf:1 high');
  t.is(locate('module.old.aws_sqs_queue.inner'), 'app/main.tf:1 high');
  t.is(locate('module.old["k"].aws_sqs_queue.before'), 'app/main.tf:1 high');
  t.is(locate('aws_sqs_queue.inner'), 'app/main.tf:1 high');
  t.is(locate('module.gone.aws_sqs_queue.out'), 'main.tf:1 high');
  t.is(locate('aws_sqs_queue.split'), 'absent', 'the instances move to different addresses');
  t.is(locate('aws_sqs_queue.x'), 'absent', 'a cycle');
  t.is(locate('module.grow.aws_sqs_queue.x'), 'absent', 'an address that grows');
  t.is(locate('aws_sqs_queue.same'), 'absent');
});

test('follows moved blocks of instances for addresses with instance keys', async (t) => {
  const move = (from: string, to: string) => `moved {\n  from = ${from}\n  to   = ${to}\n}\n`;
  const locate = await locateInFiles({
    files: {
      'main.tf': ['first', 'second', 'kept', 'last'].map(resource).join('') + call('app', './app'),
      'moves.tf': [
        move('aws_sqs_queue.a[0]', 'aws_sqs_queue.first'),
        move('aws_sqs_queue.a[1]', 'aws_sqs_queue.second'),
        move('aws_sqs_queue.kept["x"]', 'aws_sqs_queue.last'),
        move('aws_sqs_queue.chain["a"]', 'aws_sqs_queue.chain["b"]'),
        move('aws_sqs_queue.chain["b"]', 'aws_sqs_queue.a[1]'),
        move('aws_sqs_queue.renamed', 'aws_sqs_queue.a'),
        move('aws_sqs_queue.loop[0]', 'aws_sqs_queue.loop[1]'),
        move('aws_sqs_queue.loop[1]', 'aws_sqs_queue.loop[0]'),
        move('module.old["x"]', 'module.app'),
        move('module.old["y"].aws_sqs_queue.inner', 'aws_sqs_queue.first'),
      ].join(''),
      'app/main.tf': resource('inner'),
    },
  });
  t.is(locate('aws_sqs_queue.a[0]'), 'main.tf:1 high');
  t.is(locate('aws_sqs_queue.a[1]'), 'main.tf:3 high');
  t.is(locate('aws_sqs_queue.a'), 'absent', 'the instances move to different addresses');
  t.is(locate('aws_sqs_queue.a[2]'), 'absent');
  t.is(locate('aws_sqs_queue.kept["x"]'), 'main.tf:7 high');
  t.is(locate('aws_sqs_queue.kept["y"]'), 'main.tf:5 high');
  t.is(locate('aws_sqs_queue.chain["a"]'), 'main.tf:3 high');
  t.is(locate('aws_sqs_queue.renamed[0]'), 'main.tf:1 high', 'a move of all instances keeps their keys');
  t.is(locate('aws_sqs_queue.loop[0]'), 'absent');
  t.is(locate('module.old["x"].aws_sqs_queue.inner'), 'app/main.tf:1 high');
  t.is(locate('module.old["y"].aws_sqs_queue.inner[3]'), 'main.tf:1 high');
});

test('points at the call of registry modules and of other remote modules', async (t) => {
  const locate = await locateInFiles({
    files: {
      'main.tf': [
        call('vpc', 'terraform-aws-modules/vpc/aws'),
        call('git', 'git::https://example.com/unknown.git?ref=v1'),
        call('zip', 'https://example.com/module.zip'),
        call('outside', '../../outside'),
        call('missing', './missing'),
        'module "computed" {\n  source = var.source\n}\n',
        call('app', './app'),
      ].join(''),
      'app/main.tf': call('vpc', 'terraform-aws-modules/vpc/aws'),
    },
  });
  t.is(locate('module.vpc.aws_vpc.this[0]'), 'main.tf:1 medium');
  t.is(locate('module.vpc.module.deep.aws_vpc.this[0]'), 'main.tf:1 medium');
  t.is(locate('module.git.aws_vpc.this'), 'main.tf:4 medium');
  t.is(locate('module.zip.aws_vpc.this'), 'main.tf:7 medium');
  t.is(locate('module.outside.aws_vpc.this'), 'main.tf:10 medium');
  t.is(locate('module.missing.aws_vpc.this'), 'main.tf:13 medium');
  t.is(locate('module.computed.aws_vpc.this'), 'main.tf:16 medium');
  t.is(locate('module.app.module.vpc.aws_vpc.this'), 'app/main.tf:1 medium');
});

test('reads modules of known repositories: high at the default branch, medium at another ref', async (t) => {
  const source = (suffix: string) => `git::https://github.com/Acme/Modules.git//queue${suffix}`;
  const locate = await locateInFiles({
    files: {
      'main.tf': [
        call('main', source('')),
        call('named', source('?ref=main')),
        call('tag', source('?depth=1&ref=v1.2.0')),
        call('ssh', 'git@github.com:acme/modules.git//queue?ref=v2'),
        call('short', 'github.com/acme/modules//queue'),
        call('other', 'github.com/acme/other//queue'),
      ].join(''),
    },
    repositories: {
      modules: {
        'queue/main.tf': `\n${resource('jobs')}${call('dead', '../dead')}`,
        'dead/main.tf': resource('dead'),
      },
    },
    remotes: [{ remote: 'github.com/acme/modules', repositoryId: 'modules', defaultBranch: 'main' }],
  });
  t.is(locate('module.main.aws_sqs_queue.jobs'), 'modules/queue/main.tf:2 high');
  t.is(locate('module.named.aws_sqs_queue.jobs'), 'modules/queue/main.tf:2 high');
  t.is(locate('module.main.module.dead.aws_sqs_queue.dead'), 'modules/dead/main.tf:1 high');
  t.is(locate('module.tag.aws_sqs_queue.jobs'), 'modules/queue/main.tf:2 medium');
  t.is(locate('module.tag.module.dead.aws_sqs_queue.dead'), 'modules/dead/main.tf:1 medium');
  t.is(
    locate('module.tag.aws_sqs_queue.removed_since'),
    'main.tf:7 medium',
    'only the other ref declares it',
  );
  t.is(locate('module.ssh.aws_sqs_queue.jobs'), 'modules/queue/main.tf:2 medium');
  t.is(locate('module.short.aws_sqs_queue.jobs'), 'modules/queue/main.tf:2 high');
  t.is(locate('module.other.aws_sqs_queue.jobs'), 'main.tf:16 medium');
});

test('resolves module cycles and long chains of moves within bounds', async (t) => {
  const moves = Array.from(
    { length: 10_000 },
    (_, index) => `moved {\n  from = aws_sqs_queue.q${index}\n  to = aws_sqs_queue.q${index + 1}\n}\n`,
  );
  const locate = await locateInFiles({
    files: {
      'main.tf': `${call('a', './a')}${resource('q10000')}`,
      'moves.tf': moves.join(''),
      'a/main.tf': `${call('a', '../a')}${call('root', '..')}${resource('jobs')}`,
    },
  });
  t.is(locate('module.a.module.a.module.a.aws_sqs_queue.jobs'), 'a/main.tf:7 high');
  t.is(locate('module.a.module.root.module.a.aws_sqs_queue.jobs'), 'a/main.tf:7 high');
  t.is(locate(`${'module.a.'.repeat(30)}aws_sqs_queue.jobs`), 'a/main.tf:7 high');
  t.is(locate(`${'module.a.'.repeat(31)}aws_sqs_queue.jobs`), 'absent');
  t.is(locate(`${'module.a.'.repeat(100_000)}aws_sqs_queue.jobs`), 'absent');
  t.is(locate('aws_sqs_queue.q9950'), 'main.tf:4 high');
  t.is(locate('aws_sqs_queue.q0'), 'absent', 'more than 100 moves');
});

test('locates each resource of a random module tree at its block, and never throws for random addresses', async (t) => {
  const name = fc.constantFrom('a', 'b', 'c');
  const folders = ['.', 'a', 'b', 'a/c'];
  const declaration = fc.oneof(
    name.map(resource),
    fc
      .tuple(name, fc.constantFrom('./a', './b', '../b', './c', '..', 'x/y/aws'))
      .map(([to, source]) => call(to, source)),
    fc
      .tuple(name, name)
      .map(
        ([from, to]) =>
          `moved {\n  from = aws_sqs_queue.${from}\n  to = module.${to}.aws_sqs_queue.${to}\n}\n`,
      ),
  );
  const tree = fc.array(fc.array(declaration, { maxLength: 6 }), { minLength: 4, maxLength: 4 });
  const address = fc.oneof(
    fc
      .tuple(fc.array(name, { maxLength: 5 }), name)
      .map(([modules, leaf]) => `${modules.map((each) => `module.${each}.`).join('')}aws_sqs_queue.${leaf}`),
    fc.string({ unit: fc.constantFrom('module', '.', '[', ']', '"', '\\\\', 'a', '0', ' '), maxLength: 30 }),
  );
  await fc.assert(
    fc.asyncProperty(tree, fc.array(address, { maxLength: 30 }), async (texts, addresses) => {
      const files = Object.fromEntries(
        texts.map((parts, index) => [`${folders[index]}/main.tf`.replace('./', ''), parts.join('')]),
      );
      const locate = await locateInFiles({ files });
      for (const each of addresses) {
        const [, file, line, confidence] = /^(.+):(\d+) (\w+)$/.exec(locate(each)) ?? [];
        if (file === undefined) continue;
        const block = (files[file] ?? '').split('\n')[Number(line) - 1] ?? '';
        t.regex(block, confidence === 'high' ? /^resource "aws_sqs_queue"/ : /^module /);
      }
    }),
    { numRuns: 200 },
  );
});

test('a block of a linked file has the line of the file', async (t) => {
  const locate = await locateInFiles({
    files: {
      'envs/dev/main.tf': 'resource "aws_sqs_queue" "own" {}\n',
      'envs/dev/queue.tf': '',
      'shared/queue.tf': '\nresource "aws_sqs_queue" "shared" {}\n',
    },
    links: { 'envs/dev/queue.tf': 'shared/queue.tf' },
    path: 'envs/dev',
  });
  t.is(locate('aws_sqs_queue.shared'), 'shared/queue.tf:2 high');
  t.is(locate('aws_sqs_queue.own'), 'envs/dev/main.tf:1 high');
});
