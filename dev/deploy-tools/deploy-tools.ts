import { existsSync } from 'node:fs';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';

/** Pinned: the rendered chart and the schemas are those of these versions. */
export const helmVersion = 'v3.19.0';
/** The package of PyPI, with the SHA-256 hash of its file, and the version of Kubernetes whose schemas are used. */
export const kubernetesSchemas = {
  package: 'kubernetes-validate==1.37.0',
  hash: '85136d018a27b50ec7fc049d902bfa5193f5976807e6c0f408e3ab6fe078cad9',
  folder: 'kubernetes_validate/kubernetes-json-schema/v1.34.0-local-strict',
  version: '1.34.0',
} as const;

/** Where `npm run test:deploy` stores what it builds and downloads. */
export const deployToolFiles = {
  helm: path.join(devConfiguration.cacheFolder, `helm-${helmVersion}`),
  schemas: path.join(devConfiguration.cacheFolder, `kubernetes-schemas-${kubernetesSchemas.version}`),
} as const;

/** Returns the path of a program: of PATH, else of the cache. `undefined` when the machine has none. */
export function findDeployTool(name: 'helm' | 'promtool'): string | undefined {
  const installed = devConfiguration.searchPath
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
  if (installed !== undefined || name === 'promtool') return installed;
  return existsSync(deployToolFiles.helm) ? deployToolFiles.helm : undefined;
}

/** Returns the folder of the JSON schemas of Kubernetes in the cache. */
export function findKubernetesSchemas(): string | undefined {
  return existsSync(deployToolFiles.schemas) ? deployToolFiles.schemas : undefined;
}
