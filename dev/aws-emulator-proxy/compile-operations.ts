import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { buildOnce } from '../stack/build-once.ts';
import { runTool } from '../stack/run-tool.ts';

/** An operation that is identified by method and path. */
export interface RestOperation {
  readonly method: string;
  /** Path template of the service's model, e.g. `/v2/apis/{apiId}/routes`, with required query parameters. */
  readonly uri: string;
  readonly operation: string;
}

export interface ServiceModel {
  readonly protocol: string;
  readonly operations: readonly RestOperation[];
}

/** Signing name → the models of the services that use it. */
export type OperationTable = Readonly<Record<string, readonly ServiceModel[]>>;

/**
 * Reads method and path of every REST operation from the service models of botocore, in the emulator's Python
 * environment. Runs once per version; the result is stored in the shared cache.
 */
export async function compileOperations(python: string, version: string): Promise<OperationTable> {
  const file = await buildOnce(
    path.join(devConfiguration.cacheFolder, `aws-operations-${version}.json`),
    async (partial) => {
      const compiled = await runTool(python, ['-c', script]);
      if (compiled.code !== 0)
        throw new Error(`The AWS service models could not be read:\n${compiled.output.slice(-2000)}`);
      await writeFile(partial, compiled.output);
    },
  );
  return JSON.parse(await readFile(file, 'utf8')) as OperationTable;
}

const script = `
import botocore, gzip, json, os
root = os.path.join(botocore.__path__[0], 'data')
table = {}
for service in sorted(os.listdir(root)):
    folder = os.path.join(root, service)
    versions = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    file = os.path.join(folder, versions[-1], 'service-2.json.gz') if versions else ''
    if not os.path.exists(file):
        continue
    model = json.load(gzip.open(file))
    metadata = model['metadata']
    rest = metadata['protocol'].startswith('rest-')
    operations = [
        {'method': o['http']['method'], 'uri': o['http']['requestUri'], 'operation': n}
        for n, o in model['operations'].items() if 'http' in o
    ] if rest else []
    table.setdefault(metadata.get('signingName', metadata['endpointPrefix']), []).append(
        {'protocol': metadata['protocol'], 'operations': operations})
print(json.dumps(table))
`;
