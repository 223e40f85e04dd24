import '../../runtime/check-node.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createOpenApiDocument } from '../../api/http/openapi.ts';
import { productVersion } from '../../api/meta/service.ts';
import { operations } from '../../api/operations.ts';
import { devConfiguration } from '../configuration.ts';
import { formatTable } from '../demo/format-table.ts';
import { generators } from './generators.ts';
import type { Command, Generator } from './generators.ts';
import { programFiles, runPrograms } from './run-programs.ts';

/**
 * `npm run test:clients [-- <name> ...]`: generates clients from the OpenAPI document with the generators whose tools this
 * machine has, compiles them, and parses an answer of a later version with them. Then runs the same program in TypeScript,
 * Python and Go against the product with an inventory. Prints one row for each generator and program.
 */
const wanted = process.argv.slice(2);
const folder = path.join(devConfiguration.cacheFolder, 'client-generators');
const document = JSON.stringify(createOpenApiDocument(operations, productVersion));

/** A Conversation as a later version may return it. */
const answer = {
  id: '3f0c1a52-6c0e-4b57-9d5e-0d8a1f6f2b11',
  title: 'Which buckets are public?',
  status: 'a_later_status',
  created_by: '3f0c1a52-6c0e-4b57-9d5e-0d8a1f6f2b11',
  turn_count: 1,
  created_at: '2026-09-01T08:30:00.000Z',
  updated_at: '2026-09-01T08:30:00.000Z',
  a_later_field: true,
};

const rows: string[][] = [];
const compiled: Generator[] = [];
for (const generator of generators) {
  if (wanted.length > 0 && !wanted.includes(generator.name)) continue;
  const { result, later } = await run(generator);
  rows.push([generator.name, result, later]);
  if (result === 'yes') compiled.push(generator);
  if (result === 'failed') process.exitCode = 1;
}
const report = (text: string) => process.stdout.write(`${text}\n`);
const programs = await runPrograms(compiled, folderOf, report);
report(formatTable(['generator', 'generates and compiles', 'accepts a later answer'], rows));
for (const { name, complete, lines } of programs) {
  report(`\nThe program with ${name} ${complete ? 'did every step' : 'failed'}:`);
  for (const line of lines) report(`  ${line}`);
  if (!complete) process.exitCode = 1;
}

async function run(generator: Generator): Promise<{ readonly result: string; readonly later: string }> {
  const missing = await missingPrograms(generator.needs);
  if (missing.length > 0) return { result: `not run: no ${missing.join(', ')}`, later: '' };
  const target = folderOf(generator);
  await rm(target, { recursive: true, force: true });
  const files = {
    ...generator.files,
    ...(await programFiles(generator)),
    'openapi.json': document,
    'answer.json': JSON.stringify(answer),
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(target, file)), { recursive: true });
    await writeFile(path.join(target, file), text);
  }
  for (const command of generator.commands) {
    process.stdout.write(`${generator.name}: ${command.join(' ')}\n`);
    if ((await exitCodeOf(command, target)) !== 0) return { result: 'failed', later: '' };
  }
  if (generator.parse === undefined) return { result: 'yes', later: 'not checked at run time' };
  return { result: 'yes', later: (await exitCodeOf(generator.parse, target)) === 0 ? 'yes' : 'no' };
}

function folderOf({ name }: Generator): string {
  return path.join(folder, name.replaceAll(' ', '-'));
}

async function exitCodeOf([program, ...args]: Command, cwd: string): Promise<number | null> {
  const name = program.includes(path.sep) ? path.join(cwd, program) : program;
  const child = spawn(name, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}

async function missingPrograms(programs: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    programs.map(async (program) => {
      const places = devConfiguration.searchPath.map((place) => access(path.join(place, program)));
      return (await Promise.allSettled(places)).some(({ status }) => status === 'fulfilled');
    }),
  );
  return programs.filter((_program, index) => found[index] !== true);
}
