import type { DetectedProject, ProjectEvidence } from '../detected-project.ts';
import { environmentsOfPath } from '../paths/environment-names.ts';
import { distinct, noHints } from '../paths/file-index.ts';
import { nameOf } from '../paths/repository-path.ts';

/** The fields that every system sets; the others have defaults. */
type ProjectFields = Pick<DetectedProject, 'path' | 'system' | 'kind' | 'evidence'> &
  Partial<DetectedProject>;

/** Returns a project with defaults: the name of its folder, environments of its path, no backend. */
export function detectedProjectOf(fields: ProjectFields): DetectedProject {
  const hints = fields.environmentHints ?? noHints;
  return {
    name: nameOf(fields.path),
    backendType: null,
    backendConfig: {},
    backends: [],
    stateReason: null,
    stateReasonNames: [],
    requiredProviders: {},
    providerLocations: [],
    withoutAws: false,
    unreadableFiles: [],
    references: [],
    ...fields,
    environmentHints: {
      ...hints,
      environments: distinct([...environmentsOfPath(fields.path), ...hints.environments]).slice(
        0,
        maximumEnvironments,
      ),
    },
  };
}

const maximumEnvironments = 100;

/** Returns evidence that the presence of a file gives. */
export function fileEvidence(path: string, detail: string): ProjectEvidence {
  return { kind: 'file', path, detail, weight: fileWeight };
}

/** Returns evidence that the content of a file gives. */
export function contentEvidence(path: string, detail: string): ProjectEvidence {
  return { kind: 'content', path, detail, weight: fileWeight };
}

/** Returns the one evidence for a fact that several paths show, so that its size does not depend on their number. */
export function countedEvidence(
  kind: string,
  paths: readonly string[],
  detail: string,
  weight: number,
): readonly ProjectEvidence[] {
  const [path] = paths;
  if (path === undefined) return [];
  const others = paths.length === 1 ? '' : ` (and ${paths.length - 1} more)`;
  return [{ kind, path, detail: detail + others, weight }];
}

const fileWeight = 5;

/** Returns the name of a file without its extension. */
export function stemOf(path: string): string {
  return nameOf(path).replace(/\.[^.]{1,20}$/, '');
}
