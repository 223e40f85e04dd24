import test from 'ava';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { devConfiguration } from '../../dev/configuration.ts';

interface Lockfile {
  readonly packages: Readonly<
    Record<string, { readonly license?: string; readonly integrity?: string; readonly link?: boolean }>
  >;
}

/** SPDX expressions. Each permits to use the package in a service and to pass it on in an image. */
const permitted = new Set([
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'EPL-2.0 OR GPL-3.0-or-later',
  'ISC',
  'MIT',
  'MIT-0',
  // This one and EPL-2.0 (elkjs) are about changes of their own files, which nobody makes here.
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
  '(AFL-2.1 OR BSD-3-Clause)',
  '(MIT OR CC0-1.0)',
]);

/** Packages whose package.json names no licence → the licence of their file LICENSE. */
const namedInFile: Readonly<Record<string, string>> = { unionfs: 'Unlicense' };

test('every package of the lockfile has a hash and a permitted licence', async (t) => {
  const text = await readFile(path.join(devConfiguration.projectFolder, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as Lockfile;
  const installed = Object.entries(packages).filter(
    ([location, { link }]) => location.startsWith('node_modules/') && link !== true,
  );
  t.true(installed.length > 500);
  for (const [location, { license, integrity }] of installed) {
    t.regex(integrity ?? '', /^sha512-/, location);
    const name = location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length);
    t.true(permitted.has(license ?? namedInFile[name] ?? ''), `${location}: ${license}`);
  }
});
