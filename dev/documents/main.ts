import '../../runtime/check-node.mjs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { featurePages } from './feature-pages.ts';

/** `npm run documents`: writes the generated pages below docs/. */
const folder = path.join(devConfiguration.projectFolder, 'docs', 'features');
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const [file, text] of featurePages()) await writeFile(path.join(folder, file), text);
