import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';

/** Bundles the workflows at build time, without and with interceptors that create spans, so that workers load a file. */
const routing = new URL('../../workflows/task-routing.js', import.meta.url).href;
const bundles = {
  'workflow-bundle.js': [routing],
  'workflow-bundle-traced.js': [
    '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors.js',
    routing,
  ],
};
for (const [name, interceptors] of Object.entries(bundles)) {
  const { code } = await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('../../workflows/index.js', import.meta.url)),
    workflowInterceptorModules: interceptors.map((module) => fileURLToPath(import.meta.resolve(module))),
    logger: {
      log: () => undefined,
      trace: () => undefined,
      debug: () => undefined,
      info: () => undefined,
      warn: (message) => process.stderr.write(`${message}\n`),
      error: (message) => process.stderr.write(`${message}\n`),
    },
  });
  await writeFile(fileURLToPath(new URL(`../../${name}`, import.meta.url)), code);
}
