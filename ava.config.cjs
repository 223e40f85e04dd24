/**
 * Tests with the longest waits and the largest groups start first, and unit tests last, so that no processor is idle at the
 * end of a run.
 */
const order = [
  /\b(?:demo|console)\.test\.ts$|\b[a-z]+-worker-\d+\.test\.ts$/,
  /\bfaults\b|\b(?:workflows|activities)-\d+\.test\.ts$/,
  /^(?!.*-unit-\d+\.test\.ts$)/,
  /-unit-\d+\.test\.ts$/,
];
const rankOf = (file) => order.findIndex((pattern) => pattern.test(file));

module.exports = {
  files: ['test/**/*.test.ts', 'build/test-groups/*/*.test.ts'],
  workerThreads: false,
  nodeArguments: [
    '--no-experimental-detect-module',
    // Fewer collections of the young generation while the modules load. NODE_OPTIONS has the maximum, and permits no minimum.
    '--min-semi-space-size=16',
  ],
  timeout: '600s',
  concurrency: 4,
  extensions: { ts: 'module' },
  require: ['./dev/test/record-duration.ts'],
  sortTestFiles: (one, other) => rankOf(one) - rankOf(other),
};
