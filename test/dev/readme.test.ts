import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { devConfiguration } from '../../dev/configuration.ts';

test('shows the two commands in the README', (t) => {
  const readme = readFileSync(path.join(devConfiguration.projectFolder, 'README.md'), 'utf8');
  t.true(readme.includes('npm ci && npm run demo -- --once'));
  t.true(readme.includes('npm ci && npm test'));
});
