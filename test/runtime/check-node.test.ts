import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { devConfiguration } from '../../dev/configuration.ts';
import { runTool } from '../../dev/stack/run-tool.ts';

const { projectFolder } = devConfiguration;
const check = path.join(projectFolder, 'runtime', 'check-node.mjs');
const { scripts, optionalDependencies } = JSON.parse(
  readFileSync(path.join(projectFolder, 'package.json'), 'utf8'),
) as { scripts: Record<string, string>; optionalDependencies: Record<string, string> };

/** The scripts of package.json that start a module: the options of Node, and the module. */
const started = Object.entries(scripts).flatMap(([name, script]) =>
  [...script.matchAll(/\bnode (.*?)(\S+\.ts)\b/g)].map(([, options = '', module = '']) => ({
    name,
    options,
    module,
  })),
);

test('tests run on the Node version that package.json pins', (t) => {
  t.is(process.version, `v${optionalDependencies['node']}`);
});

test('every script checks the version of Node before it loads TypeScript', (t) => {
  t.true(started.length > 10);
  for (const { name, options } of started)
    t.true(options.includes('--import ./runtime/check-node.mjs'), name);
});

test('the first import of every module that a script or a container starts checks the version of Node', (t) => {
  const compose = readFileSync(path.join(projectFolder, 'docker-compose.yml'), 'utf8');
  const inContainers = [...compose.matchAll(/command: \[node, .*?([\w/-]+\.ts)\]/g)].map(
    ([, module = '']) => module,
  );
  t.true(inContainers.length >= 3);
  for (const module of new Set([...started.map(({ module: file }) => file), ...inContainers])) {
    const [first = ''] = readFileSync(path.join(projectFolder, module), 'utf8').split('\n');
    const [, specifier = ''] = /^import '(.*)';$/.exec(first) ?? [];
    t.is(path.resolve(projectFolder, path.dirname(module), specifier), check, module);
  }
});

test('older versions of Node end with one sentence', async (t) => {
  for (const version of ['20.20.2', '24.11.9', '24.12.0', '26.0.0']) {
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); await import('${check}');`;
    const { code, output } = await runTool(process.execPath, ['--input-type=module', '-e', pretend]);
    if (version < '24.12') {
      t.is(code, 1, version);
      t.regex(output, new RegExp(`^Node 24\\.12 or newer is required, and this is Node ${version}: .*\\n$`));
    } else t.deepEqual([code, output], [0, ''], version);
  }
});

test('no document starts a module without its script', (t) => {
  const documents = readdirSync(path.join(projectFolder, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join('docs', file));
  for (const document of ['README.md', 'CONTRIBUTING.md', ...documents])
    t.notRegex(
      readFileSync(path.join(projectFolder, document), 'utf8'),
      /\bnode \S*(?:build\/|\.ts\b)/,
      document,
    );
});
