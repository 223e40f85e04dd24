import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { demoLogin } from '../demo/sign-in.ts';
import { runTool } from '../stack/run-tool.ts';
import type { Generator } from './generators.ts';
import { readInventory } from './programs/read-inventory.ts';
import { startApiWithInventory } from './start-api-with-inventory.ts';

const programsFolder = path.join(devConfiguration.projectFolder, 'dev', 'client-generators', 'programs');
const minimumResources = 1000;

/** What a program of `programs/` printed, and whether it did every step. */
export interface ProgramResult {
  readonly name: string;
  readonly complete: boolean;
  readonly lines: readonly string[];
}

/**
 * Runs the programs with the clients of openapi-typescript and of `generated` against the product.
 *
 * @param generated - generators whose clients compile
 * @param folderOf - the folder of the client of a generator
 */
export async function runPrograms(
  generated: readonly Generator[],
  folderOf: (generator: Generator) => string,
  report: (line: string) => void,
): Promise<readonly ProgramResult[]> {
  const api = await startApiWithInventory(report);
  try {
    const results = [resultOf('openapi-typescript', await readInventory(api.url, demoLogin))];
    for (const generator of generated) {
      if (generator.program === undefined) continue;
      const { command } = generator.program;
      const [program, ...args] = command;
      const cwd = folderOf(generator);
      const { output } = await runTool(
        program.includes(path.sep) ? path.join(cwd, program) : program,
        args,
        { INVENTORY_URL: api.url, INVENTORY_EMAIL: demoLogin.email, INVENTORY_PASSWORD: demoLogin.password },
        cwd,
      );
      results.push(resultOf(generator.name, output.trim().split('\n')));
    }
    return results;
  } finally {
    await api.stop();
  }
}

/** @returns the text of the program of a generator, by its path in the generator's folder */
export async function programFiles({ program }: Generator): Promise<Readonly<Record<string, string>>> {
  if (program === undefined) return {};
  return { [program.path]: await readFile(path.join(programsFolder, program.file), 'utf8') };
}

function resultOf(name: string, lines: readonly string[]): ProgramResult {
  const [resources, ...rest] = lines;
  const expected = [
    'created Queues',
    'run succeeded',
    'error 400 validation_failed',
    'answer turn.completed',
  ];
  const complete =
    Number(resources?.replace('resources ', '')) >= minimumResources &&
    expected.every((line, index) => rest[index] === line);
  return { name, complete, lines };
}
