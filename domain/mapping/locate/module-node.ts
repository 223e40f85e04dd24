import type { Confidence } from '../../values.ts';
import { resolvePath } from '../../scm/detection/paths/repository-path.ts';
import type { CodeIndex } from './code-index.ts';
import type { CodePosition, ModuleCode } from './module-code.ts';
import { parseModuleSource } from './module-source.ts';

/** Where a block is. */
export interface CodeLocation extends CodePosition {
  readonly repositoryId: string;
  readonly confidence: Confidence;
  /** `ignore_changes` of the block; missing when the location is that of a call around it. */
  readonly ignored?: readonly string[];
}

/** A git repository that a module source names and that the organization has selected. */
export interface KnownRemote {
  /** As `parseModuleSource` returns it. */
  readonly remote: string;
  readonly repositoryId: string;
  readonly defaultBranch: string | undefined;
}

/** Declarations with the folder to which their relative paths refer. */
export interface ModuleLayer {
  readonly repositoryId: string;
  readonly folder: string;
  readonly code: ModuleCode;
  readonly confidence: Confidence;
}

/** A module in the tree of calls. */
export interface ModuleNode {
  /** Usually one. A Terragrunt unit has the generated files, its own folder and the folder of its source. */
  readonly layers: readonly ModuleLayer[];
  /** The location of addresses that no layer declares: a call or a `source`, if the code of the module can differ. */
  readonly fallback: CodeLocation | undefined;
  readonly children: Map<string, ModuleNode | undefined>;
}

/** What module calls are resolved with. */
export interface ModuleScope {
  readonly index: CodeIndex;
  readonly remotes: ReadonlyMap<string, KnownRemote>;
}

/** Returns the module that a call names; undefined when no layer has the call. */
export function childModule(scope: ModuleScope, node: ModuleNode, name: string): ModuleNode | undefined {
  if (node.children.has(name)) return node.children.get(name);
  const child = node.layers.map((layer) => calledModule(scope, node, layer, name)).find((found) => found);
  node.children.set(name, child);
  return child;
}

function calledModule(
  scope: ModuleScope,
  node: ModuleNode,
  layer: ModuleLayer,
  name: string,
): ModuleNode | undefined {
  const call = layer.code.calls.get(name);
  if (call === undefined) return undefined;
  const { repositoryId } = layer;
  const location = { repositoryId, file: call.file, line: call.line, confidence: 'medium' as const };
  const found = call.source === undefined ? undefined : sourceLayer(scope, layer, call.source);
  if (found === undefined) return { layers: [], fallback: location, children: new Map() };
  return { layers: [found.layer], fallback: found.isLocal ? node.fallback : location, children: new Map() };
}

/**
 * Returns the code that a source names: a folder of the same repository, or one of a known repository. The code of another
 * ref than the default branch can differ from the scanned code.
 */
export function sourceLayer(
  { index, remotes }: ModuleScope,
  base: Pick<ModuleLayer, 'repositoryId' | 'folder' | 'confidence'>,
  source: string,
): { readonly layer: ModuleLayer; readonly isLocal: boolean } | undefined {
  const parsed = parseModuleSource(source);
  if (parsed.kind === 'other') return undefined;
  const isLocal = parsed.kind === 'local';
  const known = isLocal ? undefined : remotes.get(parsed.remote);
  const repositoryId = isLocal ? base.repositoryId : known?.repositoryId;
  const folder = isLocal ? resolvePath(base.folder, parsed.path) : parsed.folder;
  if (repositoryId === undefined || folder === undefined) return undefined;
  const code = index.moduleAt(repositoryId, folder);
  if (code === undefined) return undefined;
  const isScannedRef = isLocal || parsed.ref === undefined || parsed.ref === known?.defaultBranch;
  const confidence = isScannedRef ? base.confidence : 'medium';
  return { layer: { repositoryId, folder, code, confidence }, isLocal };
}
