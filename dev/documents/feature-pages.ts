import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';

const rooms = ['domain', 'db', 'clients', 'commands', 'activities', 'workflows', 'worker', 'api'] as const;

/** Folders below a room that several features share. */
const sharedFolders = new Set([
  'http',
  'json',
  'lists',
  'maintenance',
  'meta',
  'runs',
  'schema-dump',
  'secrets',
  'shared',
  'text',
]);

/** Folders of clients are named after providers. */
const featureOfClient: Readonly<Record<string, string>> = {
  aws: 'discovery',
  events: 'events',
  github: 'scm',
  gitlab: 'scm',
  scm: 'scm',
  llm: 'assistant',
  'hcp-terraform': 'mapping',
  smtp: 'identity',
  sso: 'identity',
};

/** Folders with one declaration per file; the page names the folder only. */
const declarationFolders = new Set([
  'domain/discovery/collectors',
  'domain/graph/rules',
  'domain/mapping/rules',
]);

/** Returns the page of each feature by its file name below docs/features/: the files of the feature by room, with what they do. */
export function featurePages(): ReadonlyMap<string, string> {
  const files = new Map<string, Map<string, string[]>>();
  for (const room of rooms) {
    const folder = path.join(devConfiguration.projectFolder, room);
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
      const [first = '', ...rest] = file.split(path.sep);
      if (!file.endsWith('.ts') || rest.length === 0 || first === 'migrations') continue;
      const feature = room === 'clients' ? featureOfClient[first] : first;
      if (feature === undefined) throw new Error(`clients/${first} belongs to no feature`);
      const page = sharedFolders.has(feature) ? 'shared' : feature;
      const byRoom = files.get(page) ?? new Map<string, string[]>();
      files.set(page, byRoom);
      byRoom.set(room, [...(byRoom.get(room) ?? []), `${room}/${file}`]);
    }
  }
  return new Map([...files].map(([feature, byRoom]) => [`${feature}.md`, pageOf(feature, byRoom)]));
}

function pageOf(feature: string, byRoom: ReadonlyMap<string, readonly string[]>): string {
  const sections = [...byRoom].map(([room, files]) => `## ${room}/\n\n${tableOf(files)}`);
  return `# Files: ${feature}\n\n<!-- made by npm run documents; a test compares -->\n\n${sections.join('\n\n')}\n`;
}

function tableOf(files: readonly string[]): string {
  const rows: string[] = [];
  for (const file of files) {
    const folder = path.dirname(file);
    if (!declarationFolders.has(folder)) rows.push(`| [${file}](../../${file}) | ${summaryOf(file)} |`);
    else if (!rows.some((row) => row.includes(`[${folder}]`)))
      rows.push(`| [${folder}](../../${folder}) | a file of declarations for each service |`);
  }
  return ['| File | Content |', '|---|---|', ...rows].join('\n');
}

/** Returns the first sentence about the export that the file is named after, else about the first export with a docstring. */
function summaryOf(file: string): string {
  const text = readFileSync(path.join(devConfiguration.projectFolder, file), 'utf8');
  const [, operation] = /summary: (?:'(.*)'|"(.*)"),/.exec(text) ?? [];
  const named = path.basename(file, '.ts').replaceAll('-', '');
  const documented = [
    ...text.matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport (?:async )?(?:function\*?|const|class|interface|type) (\w+)/g,
    ),
  ];
  const [, comment = ''] =
    documented.find(([, , name = '']) => name.toLowerCase() === named) ?? documented[0] ?? [];
  const words = comment.replaceAll(/\s*\n?\s*\*\s+|\s+/g, ' ').trim();
  const sentence = (/^.*?[.:](?= |$)/.exec(words)?.[0] ?? words).replace(/:$/, '.');
  return (operation ?? sentence).replaceAll(/\{@link (\w+)\}/g, '`$1`').replaceAll('|', '\\|');
}
