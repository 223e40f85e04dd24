import {
  codeAddress,
  formatCodeAddress,
  formatInstance,
  keysOf,
  maximumModuleDepth,
  parseCodeAddress,
} from './code-address.ts';
import type { CodeAddress } from './code-address.ts';
import { indexCode } from './code-index.ts';
import type { CodeFile } from './code-index.ts';
import { childModule } from './module-node.ts';
import type { CodeLocation, KnownRemote, ModuleNode, ModuleScope } from './module-node.ts';
import { rootModules } from './root-modules.ts';
import type { LocatableProject } from './root-modules.ts';

/** The code of a project and of the modules that it calls. */
export interface ProjectCode {
  readonly project: LocatableProject;
  readonly files: readonly CodeFile[];
  /** Folders of the project's repository; empty unless the project is one of Terragrunt. */
  readonly folders: readonly string[];
  readonly remotes: readonly KnownRemote[];
}

/**
 * Returns the location of a managed resource's block; undefined when the code does not declare it. An address with instance
 * keys also follows moves of that instance.
 */
export type Locator = (address: string) => CodeLocation | undefined;

/**
 * Creates a function that locates addresses of a project. The work for an address is bounded by the length of the address,
 * and `moved` blocks are followed at most {@link maximumMoves} times.
 */
export function createLocator({ project, files, folders, remotes }: ProjectCode): Locator {
  const scope: ModuleScope = {
    index: indexCode(files, project.system),
    remotes: new Map(remotes.map((known) => [known.remote, known])),
  };
  const roots = rootModules(scope, project, new Set(folders)).map((root) => createRootLocator(scope, root));
  return (text) => {
    const address = parseCodeAddress(text);
    if (address?.resource === undefined) return undefined;
    const found = roots.flatMap((locate) => locate(address) ?? []);
    const [first, ...others] = found;
    if (first === undefined || others.some((other) => !isSameBlock(first, other))) return undefined;
    // The address of a stack's resource does not name the unit.
    return roots.length > 1 ? { ...first, confidence: 'medium' } : first;
  };
}

export const maximumMoves = 100;

/** Returns whether the code may have a `moved` block with an instance key, so that instances need their own locations. */
export function mayMoveInstances({ files }: Pick<ProjectCode, 'files'>): boolean {
  return files.some(({ document }) => /"from": ?"[^"]*\[/.test(document));
}

function isSameBlock(a: CodeLocation, b: CodeLocation): boolean {
  return a.repositoryId === b.repositoryId && a.file === b.file && a.line === b.line;
}

function createRootLocator(
  scope: ModuleScope,
  root: ModuleNode,
): (address: CodeAddress) => CodeLocation | undefined {
  /** Results by address, so that addresses on a chain of moves are followed once. */
  const results = new Map<string, CodeLocation | undefined>();
  return (address) => {
    const chain: string[] = [];
    let current: CodeAddress | undefined = address;
    let found: CodeLocation | undefined;
    for (let move = 0; current !== undefined && move <= maximumMoves; move += 1) {
      const key = formatInstance(current);
      if (results.has(key)) {
        found = results.get(key);
        break;
      }
      chain.push(key);
      // A cycle of moves ends at an address that has this result.
      results.set(key, undefined);
      const path = walk(scope, root, current);
      // The block of a moved instance can still declare other instances.
      const instance: CodeAddress | undefined =
        current.keys === undefined ? undefined : movedInstance(path, current);
      found = instance === undefined ? declaredAt(path, current) : undefined;
      if (found !== undefined) break;
      current = instance ?? movedAddress(path, current);
    }
    for (const key of chain) results.set(key, found);
    return found ?? walk(scope, root, address).at(-1)?.fallback;
  };
}

/** Returns the modules of an address from the root on, up to the last one that exists. */
function walk(scope: ModuleScope, root: ModuleNode, { modules }: CodeAddress): readonly ModuleNode[] {
  const path = [root];
  let node: ModuleNode | undefined = root;
  for (const name of modules) {
    node = childModule(scope, node, name);
    if (node === undefined) break;
    path.push(node);
  }
  return path;
}

function declaredAt(
  path: readonly ModuleNode[],
  { modules, resource }: CodeAddress,
): CodeLocation | undefined {
  const node = path[modules.length];
  if (node === undefined || resource === undefined) return undefined;
  for (const { repositoryId, code, confidence } of node.layers) {
    const position = code.resources.get(resource);
    if (position !== undefined) return { repositoryId, ...position, confidence };
  }
  return undefined;
}

/** Returns the address after the first move of the instance, or of a module instance around it, from the root module on. */
function movedInstance(path: readonly ModuleNode[], address: CodeAddress): CodeAddress | undefined {
  for (const [depth, { layers }] of path.entries()) {
    for (const { movedInstances } of layers.map(({ code }) => code)) {
      if (movedInstances.size === 0) continue;
      for (const { part, rest } of movableParts(address, depth)) {
        const keys = keysOf(part);
        const exact = movedInstances.get(formatInstance(part));
        if (exact !== undefined) return joinAddresses(address, depth, exact, rest);
        // A move of all instances of a resource or a module in a module instance.
        const all = movedInstances.get(
          formatInstance(codeAddress(part.modules, part.resource, [...keys.slice(0, -1), ''])),
        );
        if (all !== undefined)
          return joinAddresses(address, depth, withLastKey(all, keys.at(-1) ?? ''), rest);
      }
    }
  }
  return undefined;
}

/** Returns an address whose last part has the key, unless it has a key already. */
function withLastKey(address: CodeAddress, key: string): CodeAddress {
  const keys = keysOf(address);
  if (keys.at(-1) !== '') return address;
  return codeAddress(address.modules, address.resource, [...keys.slice(0, -1), key]);
}

/**
 * Returns the address after the first move that applies to a resource or to a module around it, from the root module on.
 * A move with several targets, by instance keys, is ambiguous.
 */
function movedAddress(path: readonly ModuleNode[], address: CodeAddress): CodeAddress | undefined {
  for (const [depth, { layers }] of path.entries()) {
    for (const { moved } of layers.map(({ code }) => code)) {
      if (moved.size === 0) continue;
      for (const { part, rest } of movableParts(address, depth)) {
        const targets = moved.get(formatCodeAddress(part));
        if (targets === undefined) continue;
        const to = targets.length === 1 ? parseCodeAddress(targets[0] ?? '') : undefined;
        return to && joinAddresses(address, depth, withLastKey(to, keysOf(part).at(-1) ?? ''), rest);
      }
    }
  }
  return undefined;
}

/** Yields the parts of an address that a `moved` block of the module at a depth can name, the longest first. */
function* movableParts(
  address: CodeAddress,
  depth: number,
): Generator<{ readonly part: CodeAddress; readonly rest: CodeAddress }> {
  const { modules, resource } = address;
  const within = modules.slice(depth);
  const keys = keysOf(address).slice(depth);
  if (resource !== undefined) yield { part: codeAddress(within, resource, keys), rest: { modules: [] } };
  for (let length = within.length; length > 0; length -= 1)
    yield {
      part: codeAddress(within.slice(0, length), undefined, keys.slice(0, length)),
      rest: codeAddress(within.slice(length), resource, keys.slice(length)),
    };
}

/** Replaces the part of an address between the module at a depth and the rest. Returns undefined beyond the limit of modules. */
function joinAddresses(
  address: CodeAddress,
  depth: number,
  middle: CodeAddress,
  rest: CodeAddress,
): CodeAddress | undefined {
  const modules = [...address.modules.slice(0, depth), ...middle.modules, ...rest.modules];
  const keys = [...keysOf(address).slice(0, depth), ...keysOf(middle), ...keysOf(rest)];
  return modules.length > maximumModuleDepth
    ? undefined
    : codeAddress(modules, middle.resource ?? rest.resource, keys);
}
