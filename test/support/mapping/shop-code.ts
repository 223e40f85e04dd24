import path from 'node:path';
import { devConfiguration } from '../../../dev/configuration.ts';
import { filesOfFolder } from '../../../dev/scm-servers/files-of-folder.ts';

/** The files of `test/fixtures/terraform/shop`, by path. */
export type ShopCode = Readonly<Record<string, string>>;

export const shopFolder = path.join(devConfiguration.projectFolder, 'test', 'fixtures', 'terraform', 'shop');

/** Reads the Terraform code of the shop. Names of buckets are unique in the emulator, so they get a prefix. */
export async function readShopCode(bucketPrefix: string): Promise<ShopCode> {
  const files = await filesOfFolder(shopFolder);
  const code = Object.entries(files).flatMap(([file, content]) => {
    if (!file.endsWith('.tf') || (typeof content !== 'string' && !Buffer.isBuffer(content))) return [];
    return [[file, content.toString().replaceAll('"acme-', `"${bucketPrefix}-`)] as const];
  });
  return Object.fromEntries(code);
}

/** Returns the code before `moved.tf` was added: the topic `alerts` is named `alarms`. */
export function beforeTheMove(code: ShopCode): ShopCode {
  return Object.fromEntries(
    Object.entries(code)
      .filter(([file]) => file !== 'live/moved.tf')
      .map(([file, text]) => [
        file,
        text
          .replace('"aws_sns_topic" "alerts" {', '"aws_sns_topic" "alarms" {')
          .replaceAll('aws_sns_topic.alerts.', 'aws_sns_topic.alarms.'),
      ]),
  );
}

/** Returns `<file>:<line>` of the block of an address without instance keys. Follows local modules and the move. */
export function lineOf(code: ShopCode, codeAddress: string): string {
  const steps = codeAddress.replace(/^aws_sns_topic\.alarms$/, 'aws_sns_topic.alerts').split('.');
  let folder = 'live';
  while (steps[0] === 'module') {
    const call = findLine(code, folder, `module "${steps[1] ?? ''}" {`);
    const block = (code[call.file] ?? '').split('\n').slice(call.line);
    const source = block.map((line) => /^\s+source\s+= "(.+)"$/.exec(line)?.[1]).find(Boolean);
    folder = path.posix.join(folder, source ?? '');
    steps.splice(0, 2);
  }
  const { file, line } = findLine(code, folder, `resource "${steps[0] ?? ''}" "${steps[1] ?? ''}" {`);
  return `${file}:${line}`;
}

function findLine(code: ShopCode, folder: string, text: string) {
  for (const [file, content] of Object.entries(code)) {
    if (path.posix.dirname(file) !== folder) continue;
    const index = content.split('\n').indexOf(text);
    if (index >= 0) return { file, line: index + 1 };
  }
  throw new Error(`${folder} has no line ${text}`);
}
