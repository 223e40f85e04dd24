import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { variables } from '../../runtime/configuration-variables.ts';
import type { Variable } from '../../runtime/configuration-variables.ts';

const file = fileURLToPath(new URL('../../README.md', import.meta.url));
const begin = '<!-- configuration: made from runtime/configuration-variables.ts; a test compares -->\n';
const end = '<!-- /configuration -->';

test('lists every variable with its default in the README', (t) => {
  const readme = readFileSync(file, 'utf8');
  const [before = '', rest = ''] = readme.split(begin);
  const [, after = ''] = rest.split(end);
  const expected = `${before}${begin}${table()}${end}${after}`;
  if (process.env['UPDATE_README'] === '1') writeFileSync(file, expected);
  t.is(readFileSync(file, 'utf8'), expected, 'run this test with UPDATE_README=1');
});

test('shows the two commands in the README', (t) => {
  const readme = readFileSync(file, 'utf8');
  t.true(readme.includes('npm ci && npm run demo'));
  t.true(readme.includes('npm ci && npm test'));
});

function table(): string {
  const rows = Object.values<Variable>(variables).map(
    (variable) => `| \`${variable.name}\` | ${defaultOf(variable)} | ${variable.description} |\n`,
  );
  return `| Variable | Default | Meaning |\n|---|---|---|\n${rows.join('')}`;
}

function defaultOf(variable: Variable): string {
  if (variable.secret === true) return 'for development only';
  return variable.default === undefined || variable.default === '' ? '–' : `\`${variable.default}\``;
}
