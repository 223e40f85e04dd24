import { segmentsOf } from './repository-path.ts';

/** Names of environments, from Infracost's detection (internal/hcl/project_locator.go), and `nonprod`. */
const environmentNames = new Set(
  (
    'prd prod production preprod staging stage stg stag development dev release testing test tst qa uat live sandbox sbx ' +
    'sbox nonprod demo integration int experimental experiments trial validation perf sec dr load management mgmt playground'
  ).split(' '),
);

/** Folders whose direct subfolders are named after environments. */
const environmentFolders = new Set(['env', 'envs', 'environment', 'environments', 'stages', 'workspaces']);

/** Folders that contain environments among other folders. */
const deploymentFolders = new Set([
  'live',
  'accounts',
  'stacks',
  'deployments',
  'infra',
  'infrastructure',
  'terraform',
]);

/** Names that clearly are environments when they are siblings of a folder `test`. */
const siblingEnvironments = [
  'prod',
  'production',
  'prd',
  'staging',
  'stage',
  'stg',
  'dev',
  'development',
  'qa',
  'uat',
];

const regionName = /^(?:us|eu|ap|sa|ca|me|af|il|mx|cn)-(?:gov-)?[a-z]+-\d$/;

/** Names that are environments also as the last word of a folder's name. `stress-load` and `asset-management` are none. */
const clearEnvironments: ReadonlySet<string> = new Set([
  ...siblingEnvironments,
  'preprod',
  'nonprod',
  'sandbox',
]);

/** The name of a folder that begins with an environment and ends with a region or its short form. */
const environmentOfRegion =
  /^([a-z]+)[-_.](?:(?:us|eu|ap|sa|ca|me|af|il|mx|cn)(?:[-_]?(?:gov[-_]?)?[a-z]+[-_]?\d)?)$/;

/**
 * Returns the environment that a name contains: a known word that is the whole name, its end or its start, separated by
 * `-`, `_` or `.`. The longest end wins, then the longest start. `latest` does not contain `test`.
 */
export function environmentOf(name: string): string | undefined {
  const words = joinPrefixes(name.toLowerCase()).split(/[-_.]/);
  const last = words.at(-1) ?? '';
  const first = words[0] ?? '';
  if (environmentNames.has(last)) return last;
  return environmentNames.has(first) ? first : undefined;
}

/** Replaces `non-prod`, `pre_production` and the like by one word, because they are not production. */
function joinPrefixes(name: string): string {
  return name.replaceAll(
    /(^|[-_.])(non|pre)[-_.]?(?:prd|prod|production)(?=$|[-_.])/g,
    (_, separator: string, prefix: string) => `${separator}${prefix}prod`,
  );
}

/** Returns the environment that the name of a folder contains: the whole name, its last word, or the word before a region. */
function environmentOfFolder(folder: string): string | undefined {
  const name = joinPrefixes(folder.toLowerCase());
  if (environmentNames.has(name)) return name;
  const last = name.split(/[-_.]/).at(-1) ?? '';
  if (clearEnvironments.has(last)) return last;
  const first = environmentOfRegion.exec(name)?.[1] ?? '';
  return clearEnvironments.has(first) ? first : undefined;
}

/**
 * Returns the environments that the folders of a path name. `live` counts only if no other folder names one, because
 * Terragrunt repositories use it as the folder of all environments.
 */
export function environmentsOfPath(path: string): readonly string[] {
  const segments = segmentsOf(path);
  const found = segments.flatMap((segment, index) => {
    const named = environmentOfFolder(segment);
    if (named !== undefined) return [named];
    const name = segment.toLowerCase();
    if (!environmentFolders.has(segments[index - 1] ?? '') || regionName.test(name)) return [];
    return [environmentOf(name) ?? name];
  });
  const others = found.filter((name) => name !== 'live');
  return others.length > 0 ? others : found;
}

/** Whether a folder's path says that it deploys an environment. */
export function isEnvironmentPath(path: string): boolean {
  const segments = segmentsOf(path);
  return segments.some(
    (segment, index) =>
      environmentFolders.has(segments[index - 1] ?? '') ||
      (environmentNames.has(segment) && !testFolders.has(segment)),
  );
}

/** Returns the environment of a variable file: its name, or the folders between the project and the file. */
export function environmentsOfVariableFile(path: string): readonly string[] {
  const segments = segmentsOf(path);
  const stem = (segments.at(-1) ?? '')
    .replace(/(?:\.auto)?\.tfvars(?:\.json)?$/, '')
    .replace(/\.tfbackend$|\.backend\.hcl$|\.hcl$/, '');
  const environment = environmentOf(stem);
  return environment === undefined
    ? environmentsOfPath(segments.slice(0, -1).join('/') || '.')
    : [environment];
}

/** The last words of folders of tests: `test-fixtures`, `acceptance_tests`. `load-test` can be an environment. */
const testWords = /[-_](?:tests|testdata|fixtures)$/;
const testFolders = new Set(['test', 'tests', 'testing', 'testdata', 'fixtures', '__tests__']);
const exampleFolders = new Set(['example', 'examples', '_examples']);

/**
 * Returns the segment that makes a folder an example or a test. A folder `test` next to `prod` or in a folder of
 * environments is the environment of that name.
 *
 * @param folderExists whether the tree has a folder
 */
export function exampleSegmentOf(
  path: string,
  folderExists: (folder: string) => boolean,
): string | undefined {
  const segments = segmentsOf(path);
  return segments.find((segment, index) => {
    if (exampleFolders.has(segment) || testWords.test(segment)) return true;
    if (segment !== 'test') return testFolders.has(segment);
    const parent = segments[index - 1] ?? '';
    if (environmentFolders.has(parent) || deploymentFolders.has(parent)) return false;
    const prefix = segments.slice(0, index);
    return !siblingEnvironments.some((name) => folderExists([...prefix, name].join('/')));
  });
}
