import '../../runtime/check-node.mjs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { environmentExample } from '../../runtime/environment-example.ts';
import { devConfiguration } from '../configuration.ts';
import { configurationPage } from './configuration-page.ts';
import { featurePages } from './feature-pages.ts';
import { withGraphTables } from './graph-tables.ts';
import { resourceTypesPage } from './resource-types-page.ts';

/** `npm run documents`: writes the generated pages and tables below docs/, and .env.example. */
const { projectFolder } = devConfiguration;
const documents = path.join(projectFolder, 'docs');
await writeFile(path.join(projectFolder, '.env.example'), environmentExample());
await writeFile(path.join(documents, 'configuration.md'), configurationPage());
await writeFile(path.join(documents, 'resource-types.md'), resourceTypesPage());
const graphPage = path.join(documents, 'graph.md');
await writeFile(graphPage, withGraphTables(await readFile(graphPage, 'utf8')));
const folder = path.join(documents, 'features');
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const [file, text] of featurePages()) await writeFile(path.join(folder, file), text);
