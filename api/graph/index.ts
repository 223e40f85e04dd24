import type { Operation } from '../http/operation.ts';
import { createExtractionRun } from './create-extraction-run.ts';
import { getGraph } from './get-graph.ts';
import { getImpact } from './get-impact.ts';
import { getRelationship } from './get-relationship.ts';
import { listApplicationRelationships } from './list-application-relationships.ts';
import { listExtractionRuns } from './list-extraction-runs.ts';
import { listResourceRelationships } from './list-resource-relationships.ts';

export const graphOperations: readonly Operation[] = [
  listResourceRelationships,
  listApplicationRelationships,
  getGraph,
  getImpact,
  getRelationship,
  listExtractionRuns,
  createExtractionRun,
];
