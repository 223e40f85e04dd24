import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';

const projectFolder = fileURLToPath(new URL('../', import.meta.url));
const routing = path.join(projectFolder, 'workflows', 'task-routing.ts');
const tracing = '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors.js';

/** The code of the workflows, with the modules of their interceptors. A worker that traces needs a bundle of its own. */
const bundles = { plain: [routing], traced: [fileURLToPath(import.meta.resolve(tracing)), routing] } as const;

export type WorkflowBundle = keyof typeof bundles;

/** Returns the path of a bundle in build/, where `npm run build` writes it for production. */
export function workflowBundleFile(bundle: WorkflowBundle): string {
  return path.join(projectFolder, 'build', `workflow-bundle-${bundle}.js`);
}

/** Writes a bundle, unless its file was made from the same sources. Takes a second. Returns the path of the file. */
export async function updateWorkflowBundle(bundle: WorkflowBundle): Promise<string> {
  const file = workflowBundleFile(bundle);
  // On the first line of the code, so that the lines of its source map stay right.
  const mark = `/* ${await digestOfSources()} */ `;
  if ((await beginningOf(file, mark.length)) === mark) return file;
  const warn = (message: string) => process.stderr.write(`${message}\n`);
  const ignore = () => undefined;
  const { code } = await bundleWorkflowCode({
    workflowsPath: path.join(projectFolder, 'workflows', 'index.ts'),
    workflowInterceptorModules: [...bundles[bundle]],
    logger: { log: ignore, trace: ignore, debug: ignore, info: ignore, warn, error: warn },
  });
  await mkdir(path.dirname(file), { recursive: true });
  // Several processes may write at the same time, and others read: the file is replaced as a whole.
  const partial = `${file}.${randomUUID()}`;
  await writeFile(partial, mark + code);
  await rename(partial, file);
  return file;
}

/** Writes all bundles, each unless it is up to date. */
export async function updateWorkflowBundles(): Promise<void> {
  for (const bundle of Object.keys(bundles) as WorkflowBundle[]) await updateWorkflowBundle(bundle);
}

/** Hash of everything that a bundle contains: workflows import domain/ and packages only. */
async function digestOfSources(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(path.join(projectFolder, 'package.json')));
  for (const room of ['domain', 'workflows']) {
    const folder = path.join(projectFolder, room);
    const files = (await readdir(folder, { recursive: true }))
      .filter((name) => name.endsWith('.ts'))
      .toSorted();
    const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name))));
    for (const [index, text] of texts.entries()) hash.update(`\0${room}/${files[index]}\0`).update(text);
  }
  return hash.digest('hex');
}

async function beginningOf(file: string, length: number): Promise<string> {
  try {
    await using handle = await open(file);
    return (await handle.read(Buffer.alloc(length), 0, length, 0)).buffer.toString();
  } catch {
    return '';
  }
}
