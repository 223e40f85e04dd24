import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { devConfiguration } from '../../../dev/configuration.ts';
import { configurationPage } from '../../../dev/documents/configuration-page.ts';

test('docs/configuration.md lists every variable with its default', (t) => {
  const page = readFileSync(path.join(devConfiguration.projectFolder, 'docs', 'configuration.md'), 'utf8');
  t.is(page, configurationPage(), 'run npm run documents');
});
