import { TestWorkflowEnvironment } from '@temporalio/testing';

/**
 * A program of its own, because the SDK downloads its dev server only while it starts one, with a native library that
 * takes seconds to load: starts one from the folder and in the version that the arguments name, and stops it.
 */
const [downloadDir = '', version = ''] = process.argv.slice(2);
const environment = await TestWorkflowEnvironment.createLocal({
  server: {
    executable: { type: 'cached-download', downloadDir, version },
    log: { format: 'pretty', level: 'error' },
  },
});
await environment.teardown();
process.exit(0);
