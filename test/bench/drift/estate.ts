import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTool } from '../../../dev/stack/run-tool.ts';

const code = fileURLToPath(new URL('../../fixtures/terraform/estate/', import.meta.url));
const pluginFolder = '/opt/tf-plugins';

/** The test estate in an account of the emulator. */
export interface Estate {
  /** Applies the code with Terraform. Returns the text of the state. @throws Error with the output of Terraform */
  apply(): Promise<string>;
  /**
   * Applies resources again. Returns the text of the state, and the addresses of resources that the emulator could not change: it
   * does not implement some calls.
   */
  applyAgain(
    addresses: readonly string[],
  ): Promise<{ readonly state: string; readonly failed: ReadonlySet<string> }>;
  close(): Promise<void>;
}

/** @throws Error with the output of Terraform */
export async function openEstate(awsEndpointUrl: string, awsAccountNumber: string): Promise<Estate> {
  const folder = await mkdtemp(path.join(tmpdir(), 'drift-estate-'));
  const close = () => rm(folder, { recursive: true, force: true });
  const environment = {
    AWS_ACCESS_KEY_ID: `root-${awsAccountNumber}`,
    AWS_SECRET_ACCESS_KEY: 'root',
    AWS_ENDPOINT_URL: awsEndpointUrl,
    // The emulator speaks HTTP, and a named file that is missing is an error.
    AWS_CA_BUNDLE: '',
    AWS_EC2_METADATA_DISABLED: 'true',
    CHECKPOINT_DISABLE: '1',
    TF_IN_AUTOMATION: '1',
    TF_CLI_CONFIG_FILE: path.join(folder, 'terraform.rc'),
  };
  const run = (given: readonly string[]) => runTool('terraform', [`-chdir=${folder}`, ...given], environment);
  const apply = ['apply', '-input=false', '-no-color', '-auto-approve', '-parallelism=20'];
  const readState = () => readFile(path.join(folder, 'terraform.tfstate'), 'utf8');
  const terraform = async (...given: readonly string[]) => {
    const { code: exit, output } = await run(given);
    if (exit !== 0) throw new Error(`terraform ${given[0] ?? ''} failed:\n${output}`);
  };
  try {
    await cp(code, folder, { recursive: true });
    await writeFile(path.join(folder, 'terraform.rc'), '');
    await terraform('init', '-input=false', '-no-color', `-plugin-dir=${pluginFolder}`);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async apply() {
      await terraform(...apply);
      return readState();
    },
    async applyAgain(addresses) {
      const { output } = await run([...apply, ...addresses.map((address) => `-target=${address}`)]);
      const failed = [...output.matchAll(/^\s*with (?<address>[\w.]+),$/gm)].map(
        ({ groups }) => groups?.['address'] ?? '',
      );
      return { state: await readState(), failed: new Set(failed) };
    },
    close,
  };
}
