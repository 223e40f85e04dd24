import { z } from 'zod';
import type { EvidenceReason as Reason } from '../../db/mapping/match/evidence-read-model.ts';
import { evidenceReaches, evidenceReasonKinds } from '../../domain/values.ts';
import { id } from '../http/schemas.ts';

export const EvidenceReason = z
  .object({
    kind: z
      .enum(evidenceReasonKinds)
      .describe(
        '`no_source`: no state that was read reaches the account. The others name what was not read and may manage resources of it',
      ),
    id: id.optional().describe('Of the state source, the IaC project or the repository'),
    name: z
      .string()
      .describe(
        'Of the state source or the repository, of a project its repository; without `id` the account',
      ),
    path: z.string().optional().describe('Of an IaC project in its repository'),
    reach: z
      .enum(evidenceReaches)
      .describe(
        '`known`: this account is one that it reaches; `environment`: by its default environment; `all`: unknown',
      ),
  })
  .meta({ id: 'EvidenceReason' });

export function presentReason({
  kind,
  id: subject,
  name,
  path,
  reach,
}: Reason): z.input<typeof EvidenceReason> {
  return { kind, id: subject, name, path, reach };
}
