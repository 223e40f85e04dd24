import type { ImportBlock, ImportableResource, ImportSkipReason, SkippedImport } from './import-blocks.ts';
import { planImports } from './import-blocks.ts';

/** The accounts and regions that the code of a project manages. Empty lists: unknown. */
export interface ProjectScope {
  readonly awsAccountNumbers: readonly string[];
  readonly regions: readonly string[];
}

export type ProjectSkipReason = ImportSkipReason | 'evidence_incomplete' | 'other_account' | 'other_region';

/** The import blocks of one file: of one account and region. */
export interface SelectedImports {
  readonly awsAccountNumber: string;
  /** `global` when every block is of a global resource. */
  readonly region: string;
  readonly blocks: readonly ImportBlock[];
}

const globalRegion = 'global';

/**
 * Selects the import blocks that one file of a project can contain. An import block without `provider` uses the default
 * provider of the project, which has one account and one region: the first importable resource in the scope of the project
 * determines them. Resources of accounts with incomplete evidence are skipped. Global resources can be imported with a provider
 * of any region. `imports` is absent when no resource can be imported.
 */
export function selectImports(
  resources: readonly ImportableResource[],
  scope: ProjectScope,
): { readonly imports?: SelectedImports; readonly skipped: readonly SkippedImport<ProjectSkipReason>[] } {
  const planned = planImports(resources);
  const skipped: SkippedImport<ProjectSkipReason>[] = [...planned.skipped];
  const skip = ({ resource }: ImportBlock, reason: ProjectSkipReason) => {
    skipped.push({ id: resource.id, reason });
    return false;
  };
  const isKnown = (known: readonly string[], value: string) => known.length === 0 || known.includes(value);
  const isGlobal = ({ resource }: ImportBlock) => resource.region === globalRegion;

  // Code that is not known may manage the others: the import would put one resource into two states.
  const certain = planned.blocks.filter((block) => !block.commented || skip(block, 'evidence_incomplete'));
  const ofAccounts = certain.filter(
    (block) =>
      isKnown(scope.awsAccountNumbers, block.resource.awsAccountNumber) || skip(block, 'other_account'),
  );
  const ofRegions = ofAccounts.filter(
    (block) =>
      isGlobal(block) || isKnown(scope.regions, block.resource.region) || skip(block, 'other_region'),
  );
  const awsAccountNumber = ofRegions[0]?.resource.awsAccountNumber;
  if (awsAccountNumber === undefined) return { skipped };
  const ofAccount = ofRegions.filter(
    (block) => block.resource.awsAccountNumber === awsAccountNumber || skip(block, 'other_account'),
  );
  const region = ofAccount.find((block) => !isGlobal(block))?.resource.region ?? globalRegion;
  const blocks = ofAccount.filter(
    (block) => isGlobal(block) || block.resource.region === region || skip(block, 'other_region'),
  );
  return { imports: { awsAccountNumber, region, blocks }, skipped };
}
