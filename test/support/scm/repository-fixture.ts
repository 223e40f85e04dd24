import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { devConfiguration } from '../../../dev/configuration.ts';
import { parseDocument } from '../../../activities/scm/parse/parse-document.ts';
import { detectProjects } from '../../../domain/scm/detection/detect-projects.ts';
import type { DetectedProject } from '../../../domain/scm/detection/detected-project.ts';
import type { DetectionDocument } from '../../../domain/scm/detection/documents/document.ts';
import { planDocuments } from '../../../domain/scm/detection/documents/plan-documents.ts';
import { selectBlobs } from '../../../domain/scm/detection/paths/select-blobs.ts';
import type { BlobSelection } from '../../../domain/scm/detection/paths/select-blobs.ts';
import {
  linkBlobsOf,
  resolveSymbolicLinks,
} from '../../../domain/scm/detection/paths/resolve-symbolic-links.ts';
import type { TreeEntry } from '../../../domain/scm/detection/paths/tree-entry.ts';

/** A file tree as a repository holds it, and the projects that detection must find in it. */
export interface RepositoryFixture {
  readonly name: string;
  readonly tree: readonly TreeEntry[];
  /** The content of a blob. Throws for blobs that detection must not read. */
  readonly read: (sha: string) => string | Uint8Array;
  readonly expected: ExpectedDetection;
}

/** Each project has `path`, `system` and `kind`; other fields are compared when present. */
export interface ExpectedDetection {
  readonly title: string;
  readonly projects: readonly (Pick<DetectedProject, 'path' | 'system' | 'kind'> &
    Partial<DetectedProject>)[];
  readonly skippedCounts?: BlobSelection['skippedCounts'];
}

const fixtureFolder = path.join(devConfiguration.projectFolder, 'test', 'fixtures', 'scm');

/** Returns the fixtures of `test/fixtures/scm/`: a folder `tree` and a file `expected.json` each. */
export function readRepositoryFixtures(): readonly RepositoryFixture[] {
  return readdirSync(fixtureFolder)
    .toSorted()
    .map((name) => {
      const folder = path.join(fixtureFolder, name);
      const expected = JSON.parse(
        readFileSync(path.join(folder, 'expected.json'), 'utf8'),
      ) as ExpectedDetection;
      return { name, expected, ...readTree(path.join(folder, 'tree')) };
    });
}

/** Returns a fixture of files that are given as texts. */
export function fixtureOf(
  name: string,
  files: Readonly<Record<string, string>>,
  expected: ExpectedDetection,
): RepositoryFixture {
  return { name, expected, ...treeOf(new Map(Object.entries(files))) };
}

/** Reads and parses the blobs that detection needs, and detects the projects. */
export async function detectInFixture(
  { tree: given, read }: Pick<RepositoryFixture, 'tree' | 'read'>,
  cache = new Map<string, DetectionDocument>(),
): Promise<{
  readonly projects: readonly DetectedProject[];
  readonly selection: BlobSelection;
  readonly blobsRead: number;
}> {
  const texts = new Map([...linkBlobsOf(given).keys()].map((sha) => [sha, String(read(sha))]));
  const tree = resolveSymbolicLinks(given, texts);
  const selection = selectBlobs(tree);
  const stored = [...cache.keys()].map((documentKey) => ({ path: documentKey, documentKey }));
  const { read: missing } = planDocuments(selection.needed, stored);
  for (const blob of missing) cache.set(blob.documentKey, await parseDocument(blob.path, read(blob.sha)));
  const documents = new Map<string, DetectionDocument>();
  for (const blob of selection.needed) {
    const document = cache.get(blob.documentKey);
    if (document !== undefined) documents.set(blob.path, document);
  }
  return { projects: detectProjects(tree, documents), selection, blobsRead: missing.length };
}

/** Returns the tree of files given as texts, and their blobs. */
export function treeOf(
  files: ReadonlyMap<string, string | Uint8Array>,
  links: ReadonlySet<string> = new Set(),
): Pick<RepositoryFixture, 'tree' | 'read'> {
  const blobs = new Map<string, string | Uint8Array>();
  const tree = [...files].map(([filePath, content]): TreeEntry => {
    const bytes = Buffer.from(content);
    const sha = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
    blobs.set(sha, content);
    const mode = links.has(filePath) ? '120000' : '100644';
    return { path: filePath, mode, type: 'blob', size: bytes.length, sha };
  });
  const read = (sha: string) => {
    const content = blobs.get(sha);
    if (content === undefined) throw new Error(`There is no blob ${sha}.`);
    return content;
  };
  return { tree, read };
}

function readTree(folder: string): Pick<RepositoryFixture, 'tree' | 'read'> {
  const files = new Map<string, string | Uint8Array>();
  const links = new Set<string>();
  const walk = (relative: string) => {
    for (const name of readdirSync(path.join(folder, relative)).toSorted()) {
      const child = relative === '' ? name : `${relative}/${name}`;
      const absolute = path.join(folder, child);
      const status = lstatSync(absolute);
      if (status.isSymbolicLink()) {
        links.add(child);
        files.set(child, readlinkSync(absolute));
      } else if (status.isDirectory()) walk(child);
      else files.set(child, readFileSync(absolute));
    }
  };
  walk('');
  return treeOf(files, links);
}
