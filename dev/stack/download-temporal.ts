import { TestWorkflowEnvironment } from '@temporalio/testing';

/**
 * Downloads Temporal's dev server: starts it once, and stops it, because the SDK downloads it only on a start.
 * Arguments: folder, version. Runs in its own process, because the SDK's native library takes seconds to load.
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
