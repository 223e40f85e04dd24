import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { devConfiguration } from '../../../dev/configuration.ts';

const { projectFolder } = devConfiguration;

/** Files that others write, recordings, and copies of repositories of customers. */
const excluded = /(?:^|\/)(?:node_modules|build|\.git|\.data|fixtures|histories|sample-repositories)(?:\/|$)/;

/** Paths of all files of the project, relative to its folder. */
const files = globSync('{*,.*,*/**/*.*}', { cwd: projectFolder, exclude: (file) => excluded.test(file) })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => !excluded.test(file));
const documents = files.filter((file) => file.endsWith('.md'));
const code = files.filter((file) => /\.(?:ts|mjs|sql|sh|ya?ml)$|^Dockerfile$|^\.oxlintrc\.json$/.test(file));
const textOf = (file: string): string => readFileSync(path.join(projectFolder, file), 'utf8');

test('every relative link of a document leads to a file and a heading', (t) => {
  t.true(documents.length > 70);
  const broken = documents.flatMap((document) =>
    matches(withoutCode(textOf(document)), /\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)
      .filter(([, file, anchor]) => {
        const linked = file === '' ? document : path.posix.join(path.posix.dirname(document), file);
        if (!existsSync(path.join(projectFolder, linked))) return true;
        return anchor !== '' && !anchorsOf(linked).includes(anchor);
      })
      .map(([link]) => `${document}: ${link}`),
  );
  t.deepEqual(broken, []);
});

test('every decision that a file mentions exists', (t) => {
  const decisions = documents.filter((file) => file.startsWith('docs/decisions/'));
  const unknown = [...code, ...documents].flatMap((file) =>
    matches(textOf(file), /\bdecisions?[/ ](\d{4}(?:-[\w-]+\.md)?)/g)
      .filter(([, record]) => !decisions.some((one) => one.startsWith(`docs/decisions/${record}`)))
      .map(([mention]) => `${file}: ${mention}`),
  );
  t.deepEqual(unknown, []);
});

test('the index of decisions lists every decision once, with its title', (t) => {
  const expected = documents
    .filter((file) => /^docs\/decisions\/\d/.test(file))
    .map((file) => {
      const [[, number, title] = ['', '', '']] = matches(textOf(file), /^# (\d{4}): (.*)$/gm);
      t.true(path.basename(file).startsWith(`${number}-`), file);
      return `- [${title}](${path.basename(file)})`;
    });
  const listed = matches(textOf('docs/decisions/README.md'), /^- \[.*$/gm).map(([line]) => line);
  t.deepEqual(listed.toSorted(), expected.toSorted());
});

test('every source file and every folder of a room that a document names exists', (t) => {
  const named =
    /`([\w./-]+\.(?:ts|mjs|sql)|(?:activities|api|clients|commands|db|dev|docs|domain|runtime|test|worker|workflows)\/[\w/-]*)`/g;
  const unknown = documents.flatMap((document) =>
    matches(withoutBlocks(textOf(document)), named)
      .filter(([, name]) => filesNamed(name).length === 0 && !existsSync(path.join(projectFolder, name)))
      .map(([, name]) => `${document}: ${name}`),
  );
  t.deepEqual(unknown, []);
});

test('a path with a placeholder that a document names fits a file or a folder', (t) => {
  const named =
    /`((?:activities|api|clients|commands|db|dev|docs|domain|runtime|test|worker|workflows)\/[\w./<>*{}, -]*[<*{][^`]*)`/g;
  const places = documents.flatMap((document) => matches(withoutBlocks(textOf(document)), named));
  t.true(places.length > 30);
  const patterns = new Set(places.map(([, name]) => name.replaceAll(/<[^>]*>/g, '*')));
  t.deepEqual(
    [...patterns].filter((pattern) => globSync(pattern, { cwd: projectFolder }).length === 0),
    [],
  );
});

test('a source file contains the name that a document places in it', (t) => {
  const places = documents.flatMap((document) =>
    matches(
      withoutBlocks(textOf(document)).replaceAll(/\s+/g, ' '),
      /`(\w+)(?:\([^`]*\))?`(?: \(| of )`([\w./-]+\.(?:ts|mjs))`/g,
    ).map(([, name, file]) => ({ document, name, file })),
  );
  t.true(places.length > 50);
  const wrong = places.filter(
    ({ name, file }) => !filesNamed(file).some((one) => new RegExp(`\\b${name}\\b`).test(textOf(one))),
  );
  t.deepEqual(wrong, []);
});

test('docs/architecture.md states what each room may import as lint enforces it', (t) => {
  const rules = textOf('.oxlintrc.json');
  const rows = matches(textOf('docs/architecture.md'), /^\| `(\w+\/)` \|.*\| ((?:`\w+\/`(?:, )?)+) \|$/gm);
  t.deepEqual(rows.map(([, room]) => room).toSorted(), [
    'activities/',
    'api/',
    'clients/',
    'commands/',
    'db/',
    'runtime/',
    'worker/',
  ]);
  for (const [, room, list] of rows)
    t.true(rules.includes(`"${room} may import ${list.replaceAll('`', '')} only"`), `${room} ${list}`);
});

test('docs/architecture.md has at most 250 lines', (t) => {
  t.true(textOf('docs/architecture.md').trimEnd().split('\n').length <= 250);
});

test('every npm script that a document names exists', (t) => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const unknown = documents.flatMap((document) =>
    matches(textOf(document), /\bnpm run ([\w:-]+)/g)
      .filter(([, script]) => !(script in scripts))
      .map(([command]) => `${document}: ${command}`),
  );
  t.deepEqual(unknown, []);
});

/** Returns the texts of each match and of its groups; '' for a group that did not match. */
function matches(text: string, pattern: RegExp): readonly (readonly [string, string, string])[] {
  return [...text.matchAll(pattern)].map(([whole, first = '', second = '']) => [whole, first, second]);
}

/** Returns the files with this path, or whose path ends with it. */
function filesNamed(name: string): readonly string[] {
  return files.filter((file) =>
    [file, file.replace(/\.ts$/, '')].some((one) => `/${one}`.endsWith(`/${name}`)),
  );
}

/** Returns the anchors of the headings of a document, as GitHub makes them. */
function anchorsOf(file: string): readonly string[] {
  return [...withoutBlocks(textOf(file)).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function withoutBlocks(text: string): string {
  return text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
}

function withoutCode(text: string): string {
  return withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '');
}
