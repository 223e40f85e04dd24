import { fixtureOf, treeOf } from './repository-fixture.ts';
import type { ExpectedDetection, RepositoryFixture } from './repository-fixture.ts';

const environments = ['dev', 'staging', 'prod', 'qa'];
const services = 100;
const modules = 100;

/**
 * A repository with 500 Terraform projects in 900 files: 100 services in 4 environments and 100 modules.
 *
 * @param otherFiles number of files that detection does not read
 * @param contentOf returns the content of such a file
 */
export function monorepo(
  otherFiles = 5_000,
  contentOf: (index: number) => string = () => '',
): RepositoryFixture {
  const files: Record<string, string> = {};
  const projects: ExpectedDetection['projects'][number][] = [];
  for (let index = 0; index < modules; index += 1) {
    const path = `modules/m${index}`;
    files[`${path}/main.tf`] =
      `variable "name" {}\nresource "aws_sqs_queue" "q${index}" {\n  name = var.name\n}\n`;
    projects.push({ path, system: 'terraform', kind: 'module' });
  }
  for (let index = 0; index < services; index += 1) {
    for (const environment of environments) {
      const path = `services/s${index}/${environment}`;
      files[`${path}/main.tf`] = [
        `terraform {\n  backend "s3" {\n    bucket = "acme"\n    key    = "${path}"\n  }\n}\n`,
        `module "m" {\n  source = "../../../modules/m${index % modules}"\n}\n`,
      ].join('\n');
      files[`${path}/terraform.tfvars`] = `name = "s${index}"\n`;
      const module = { kind: 'module', path: `modules/m${index % modules}` } as const;
      projects.push({ path, system: 'terraform', kind: 'root', backendType: 's3', references: [module] });
    }
  }
  for (let index = 0; index < otherFiles; index += 1)
    files[`services/s${index % services}/src/f${index}.ts`] = contentOf(index);
  return fixtureOf('monorepo', files, { title: 'finds 500 projects', projects });
}

const megabyte = 1_048_576;

/** A repository with a 20 MB configuration file, whose content must not be read. */
export function withLargeFile(): RepositoryFixture {
  const small = treeOf(
    new Map([
      ['app/backend.tf', 'terraform {\n  backend "s3" {}\n}\n'],
      ['data/big.json', '{}'],
    ]),
  );
  const tree = [
    ...small.tree.map((entry) =>
      entry.path === 'data/big.json' ? { ...entry, size: 20 * megabyte } : entry,
    ),
    { path: 'app/main.tf', mode: '100644', type: 'blob', size: 20 * megabyte, sha: 'unread' },
    { path: 'lone/main.tf', mode: '100644', type: 'blob', size: 20 * megabyte, sha: 'unread' },
  ];
  const reason = 'The file is larger than 1 MB.';
  return {
    name: 'large-file',
    tree,
    read: small.read,
    expected: {
      title: 'a 20 MB file is skipped and named',
      projects: [
        {
          path: 'app',
          system: 'terraform',
          kind: 'root',
          backendType: 's3',
          unreadableFiles: [{ path: 'app/main.tf', reason }],
        },
        {
          path: 'lone',
          system: 'terraform',
          kind: 'module',
          unreadableFiles: [{ path: 'lone/main.tf', reason }],
        },
      ],
      skippedCounts: { too_large: 3, symbolic_link: 0, invalid_path: 0, entry_limit: 0, repository_limit: 0 },
    },
  };
}
