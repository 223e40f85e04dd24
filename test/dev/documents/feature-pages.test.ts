import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { devConfiguration } from '../../../dev/configuration.ts';
import { featurePages } from '../../../dev/documents/feature-pages.ts';

const folder = path.join(devConfiguration.projectFolder, 'docs', 'features');
const pages = featurePages();

test('docs/features/ has the page of every feature, and no other', (t) => {
  t.deepEqual(readdirSync(folder).toSorted(), [...pages.keys()].toSorted(), 'run npm run documents');
});

for (const [file, text] of pages)
  test(`docs/features/${file} lists the files of the feature by room`, (t) => {
    t.is(readFileSync(path.join(folder, file), 'utf8'), text, 'run npm run documents');
  });
