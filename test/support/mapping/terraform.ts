import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findOnPath, runTool } from '../../../dev/stack/run-tool.ts';
import { testStack } from '../stack.ts';
import type { ShopCode } from './shop-code.ts';

const pluginFolder = '/opt/tf-plugins';

/** Terraform in a temporary folder, with the emulator in place of AWS. */
export interface Terraform {
  /** Replaces the code and applies it. Returns the addresses of the state. @throws Error with Terraform's output */
  apply(code: ShopCode): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Whether the binary and the AWS provider are on this machine. */
export function hasTerraform(): boolean {
  return findOnPath('terraform') !== undefined && existsSync(pluginFolder);
}

/** The buckets of the emulator have no host names of their own. */
const override = ['frankfurt', undefined]
  .map((alias) => `provider "aws" {\n${alias ? `  alias = "${alias}"\n` : ''}  s3_use_path_style = true\n}\n`)
  .join('\n');

export async function openTerraform(awsAccountNumber: string): Promise<Terraform> {
  const folder = await mkdtemp(path.join(tmpdir(), 'terraform-apply-'));
  const environment = {
    AWS_ACCESS_KEY_ID: `root-${awsAccountNumber}`,
    AWS_SECRET_ACCESS_KEY: 'root',
    AWS_ENDPOINT_URL: testStack().awsEndpointUrl,
    // The emulator speaks HTTP, and a named file that is missing is an error.
    AWS_CA_BUNDLE: '',
    AWS_EC2_METADATA_DISABLED: 'true',
    CHECKPOINT_DISABLE: '1',
    TF_IN_AUTOMATION: '1',
    TF_CLI_CONFIG_FILE: path.join(folder, 'terraform.rc'),
  };
  const run = async (...given: readonly string[]) => {
    const { code, output } = await runTool(
      'terraform',
      [`-chdir=${path.join(folder, 'live')}`, ...given],
      environment,
    );
    if (code !== 0) throw new Error(`terraform ${given.join(' ')} failed:\n${output}`);
    return output;
  };
  const write = async (file: string, text: string) => {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  };
  await write('terraform.rc', '');
  await write('live/emulator_override.tf', override);
  return {
    async apply(code) {
      for (const [file, text] of Object.entries(code)) await write(file, text);
      await run(
        'init',
        '-input=false',
        '-no-color',
        `-plugin-dir=${pluginFolder}`,
        '-backend-config=use_path_style=true',
      );
      await run('apply', '-input=false', '-no-color', '-auto-approve', '-parallelism=20');
      return (await run('state', 'list')).trim().split('\n');
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
