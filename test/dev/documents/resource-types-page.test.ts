import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { devConfiguration } from '../../../dev/configuration.ts';
import { resourceTypesPage } from '../../../dev/documents/resource-types-page.ts';
import { SERVICES } from '../../../domain/discovery/collectors/index.ts';
import { RESOURCE_TYPES } from '../../../domain/discovery/declaration/resource-types.ts';

test('docs/resource-types.md lists every resource type with its calls and permissions', (t) => {
  const page = readFileSync(path.join(devConfiguration.projectFolder, 'docs', 'resource-types.md'), 'utf8');
  t.is(page, resourceTypesPage(), 'run npm run documents');
});

test('tier A has at least 370 types', (t) => {
  t.true(RESOURCE_TYPES.length >= 370, String(RESOURCE_TYPES.length));
});

test('the not-read text of a type is one line that is no part of the table syntax', (t) => {
  for (const { resourceType: name, notRead } of SERVICES.flatMap(({ types }) => types))
    if (notRead !== undefined) t.regex(notRead, /^[^|\n]+\.$/, name);
});
