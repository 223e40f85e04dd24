import { childOf } from '../scm/detection/paths/repository-path.ts';
import { codeSpan } from '../scm/markdown.ts';
import { importFile, importFileName } from './import-blocks.ts';
import type { ImportBlock } from './import-blocks.ts';
import type { SelectedImports } from './select-imports.ts';

/** The texts of a pull request with import blocks. */
export interface ImportProposal {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  readonly commitMessage: string;
  /** Content of the file. */
  readonly content: string;
}

const maximumAddressLength = 150;
/** 100 resources stay below GitHub's limit of 65,536 characters. */
const maximumTextLength = 120;

/** Names of files that are tried until one is free. */
const maximumNames = 50;

/** Returns the branch of a request. Each request has its own, so that a retry finds it. */
export function importBranch(requestId: string): string {
  return `cloud-inventory/imports-${requestId}`;
}

/** Returns paths for the file in the folder of the project, the preferred one first. */
export function importFilePaths(
  projectPath: string,
  { awsAccountNumber, region }: Pick<SelectedImports, 'awsAccountNumber' | 'region'>,
): readonly string[] {
  const name = importFileName(awsAccountNumber, region);
  const base = name.slice(0, -'.tf'.length);
  return Array.from({ length: maximumNames }, (_, index) =>
    childOf(projectPath, index === 0 ? name : `${base}-${index + 1}.tf`),
  );
}

/** Returns the texts of the pull request. Texts of resources are code spans in the body. */
export function importProposal(imports: SelectedImports): ImportProposal {
  const { awsAccountNumber, region, blocks } = imports;
  const resources = blocks.length === 1 ? '1 resource' : `${blocks.length} resources`;
  const title = `Import ${resources} of AWS account ${awsAccountNumber}`;
  const body = [
    `Adds Terraform import blocks for ${resources} of AWS account ${awsAccountNumber} that no known code manages.`,
    'Run `terraform plan -generate-config-out=generated.tf` on this branch to write their configuration, and commit it before the merge.',
    blocks.map(resourceLine).join('\n'),
  ].join('\n\n');
  return { title, body, commitMessage: title, content: importFile(awsAccountNumber, region, blocks) };
}

function resourceLine({ address, resource }: ImportBlock): string {
  const { resourceType, nativeId, name, arn } = resource;
  const texts = [resourceType, name ?? nativeId, ...(arn === undefined ? [] : [arn])];
  const spans = texts.map((text) => codeSpan(text, maximumTextLength)).join(' ');
  return `- ${codeSpan(address, maximumAddressLength)}: ${spans}`;
}
