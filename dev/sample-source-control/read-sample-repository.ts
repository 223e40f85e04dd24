import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import type { SampleAccount } from '../sample-organization/create-sample-organization.ts';
import type { GitFile, GitFiles } from '../scm-servers/fast-import.ts';
import { filesOfFolder } from '../scm-servers/files-of-folder.ts';

/**
 * Returns the files of a folder of `dev/sample-repositories`. The name of an account between `@@` is replaced by its
 * number, so that backends and providers name accounts of the sample organization.
 */
export async function readSampleRepository(
  name: string,
  accounts: readonly SampleAccount[],
): Promise<GitFiles> {
  const folder = path.join(devConfiguration.projectFolder, 'dev', 'sample-repositories', name);
  const files = Object.entries(await filesOfFolder(folder)).map(([file, content]): [string, GitFile] => [
    file,
    Buffer.isBuffer(content) ? withAccountNumbers(content.toString('utf8'), accounts) : content,
  ]);
  return Object.fromEntries(files.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function withAccountNumbers(text: string, accounts: readonly SampleAccount[]): string {
  return text.replaceAll(
    /@@([a-z-]+)@@/g,
    (placeholder, name: string) => accounts.find((account) => account.name === name)?.id ?? placeholder,
  );
}
