/**
 * Folders whose content is downloaded, built or synthesized. Detection reads nothing in them.
 */
const excludedFolders = new Set([
  '.git',
  '.terraform',
  '.terragrunt-cache',
  '.terragrunt-stack',
  'node_modules',
  'bower_components',
  'vendor',
  'cdk.out',
  'cdktf.out',
  '.pulumi',
  '.serverless',
  '.aws-sam',
  '.venv',
  'site-packages',
]);

/** Templates that the integration tests of CDK constructs synthesize. */
const snapshotFolder = /^cdk-integ\.out|\.(?:integ\.)?snapshot$/;

/** Whether a path is in a folder that detection does not read. */
export function isExcludedPath(path: string): boolean {
  return path
    .split('/')
    .slice(0, -1)
    .some((segment) => excludedFolders.has(segment) || snapshotFolder.test(segment));
}
