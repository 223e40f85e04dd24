import type {
  CodeBlock,
  ModuleCall,
  MovedBlock,
  TerraformDocument,
} from '../../scm/detection/documents/document.ts';
import { inMergeOrder } from '../../scm/detection/documents/override-file.ts';
import { formatCodeAddress, formatInstance, parseCodeAddress } from './code-address.ts';
import type { CodeAddress } from './code-address.ts';

/** A line of a file, which starts at 1. */
export interface CodePosition {
  readonly file: string;
  readonly line: number;
}

/** The declarations of a module. */
export interface ModuleCode {
  /** By address in the module: `aws_sqs_queue.jobs`. */
  readonly resources: ReadonlyMap<string, CodePosition & { readonly ignored: readonly string[] }>;
  /** By name. `source` is missing when it is not a literal. */
  readonly calls: ReadonlyMap<string, CodePosition & { readonly source?: string }>;
  /** Addresses after a move, by the address before it. Instance keys are left out. */
  readonly moved: ReadonlyMap<string, readonly string[]>;
  /** Addresses after a move of one instance, by the address before it, which has an instance key. */
  readonly movedInstances: ReadonlyMap<string, CodeAddress>;
}

/** The declarations of a file. `position` is the place of blocks in generated code. */
export interface ModuleFile extends Pick<TerraformDocument, 'blocks' | 'modules' | 'moved'> {
  readonly path: string;
  /** The file, when the path is a symbolic link to it. */
  readonly linkTarget?: string;
  readonly position?: CodePosition;
}

/**
 * Merges the files of a folder as Terraform does: the first file in the order of names declares a block. An override file
 * replaces the `source` of a call and declares nothing, but a block that is only there is found there.
 *
 * @param files sorted by path
 */
export function readModuleCode(files: readonly ModuleFile[]): ModuleCode {
  const resources = new Map<string, CodePosition & { ignored: readonly string[] }>();
  const calls = new Map<string, CodePosition & { source?: string }>();
  const moved = new Map<string, string[]>();
  const movedInstances = new Map<string, CodeAddress>();
  for (const file of inMergeOrder(files)) {
    for (const block of file.blocks) addBlock(resources, calls, file, block);
    for (const call of file.modules) addSource(calls, call);
    for (const block of file.moved) addMove(moved, movedInstances, block);
  }
  return { resources, calls, moved, movedInstances };
}

/** Returns the files that the tool loads. OpenTofu loads `main.tofu` instead of `main.tf`; Terraform ignores `main.tofu`. */
export function loadedFiles<File extends { readonly path: string }>(
  files: readonly File[],
  system: 'terraform' | 'opentofu' | 'terragrunt',
): readonly File[] {
  const isTofu = ({ path }: File) => /\.tofu(?:\.json)?$/.test(path);
  if (system === 'terraform') return files.filter((file) => !isTofu(file));
  const replaced = new Set(files.filter(isTofu).map(({ path }) => path.replace(/\.tofu(\.json)?$/, '.tf$1')));
  return files.filter(({ path }) => !replaced.has(path));
}

function addBlock(
  resources: Map<string, CodePosition & { ignored: readonly string[] }>,
  calls: Map<string, CodePosition & { source?: string }>,
  { path, linkTarget = path, position }: ModuleFile,
  { address, line, ignored }: CodeBlock,
): void {
  const where = position ?? { file: linkTarget, line };
  if (!address.startsWith('module.')) {
    const known = resources.get(address);
    if (known === undefined) resources.set(address, { ...where, ignored: ignored ?? [] });
    // An override file replaces the arguments of `lifecycle` that it has.
    else if (ignored !== undefined) known.ignored = ignored;
    return;
  }
  const name = address.slice('module.'.length);
  if (!calls.has(name)) calls.set(name, { ...where });
}

/** The source of a later file replaces the earlier one: override files come last. */
function addSource(
  calls: Map<string, CodePosition & { source?: string }>,
  { name, source }: ModuleCall,
): void {
  const call = calls.get(name);
  if (call !== undefined) call.source = source;
}

function addMove(
  moved: Map<string, string[]>,
  movedInstances: Map<string, CodeAddress>,
  block: MovedBlock,
): void {
  const from = parseCodeAddress(block.from);
  const to = parseCodeAddress(block.to);
  if (from === undefined || to === undefined || (from.resource === undefined) !== (to.resource === undefined))
    return;
  if (from.keys !== undefined && !movedInstances.has(formatInstance(from)))
    movedInstances.set(formatInstance(from), to);
  const [key, target] = [formatCodeAddress(from), formatCodeAddress(to)];
  if (key === target) return;
  const targets = moved.get(key);
  if (targets === undefined) moved.set(key, [target]);
  else if (!targets.includes(target) && targets.length < maximumTargets) targets.push(target);
}

/** Two targets are ambiguous already. */
const maximumTargets = 2;
