import '../../runtime/check-node.mjs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { makeOperationTable } from './operation-table.ts';

/** Writes domain/changes/operation-table.ts, and the operations that it lacks beside this file. */
const { source, untyped } = await makeOperationTable(devConfiguration.projectFolder);
await writeFile(path.join(devConfiguration.projectFolder, 'domain', 'changes', 'operation-table.ts'), source);
await writeFile(path.join(import.meta.dirname, 'untyped-operations.txt'), `${untyped.join('\n')}\n`);
