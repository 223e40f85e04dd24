import type { z } from 'zod';
import type { ExecutionReport } from '../../domain/plans/executions/execution-report.ts';
import { omitNull } from '../http/schemas.ts';
import type { reportedRepository } from './report-schemas.ts';

/** Returns the repository of a report in either form. */
export function readRepository(
  repository: z.output<typeof reportedRepository> | null | undefined,
): ExecutionReport['repository'] {
  if (repository === null || repository === undefined) return undefined;
  if (typeof repository === 'string') return { fullName: repository };
  return { provider: omitNull(repository.provider), fullName: repository.full_name };
}
