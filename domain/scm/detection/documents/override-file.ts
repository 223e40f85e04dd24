import { nameOf } from '../paths/repository-path.ts';

/**
 * Whether a file overrides arguments of blocks of other files.
 * Source: developer.hashicorp.com/terraform/language/files/override
 */
export function isOverrideFile(path: string): boolean {
  return /(?:^|_)override\.(?:tf|tofu)(?:\.json)?$/.test(nameOf(path));
}

/** Returns files in the order in which Terraform merges them: overrides last. Both groups keep their order. */
export function inMergeOrder<File extends { readonly path: string }>(
  files: readonly File[],
): readonly File[] {
  return [
    ...files.filter(({ path }) => !isOverrideFile(path)),
    ...files.filter(({ path }) => isOverrideFile(path)),
  ];
}
