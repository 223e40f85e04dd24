import { z } from 'zod';
import { evidenceKinds } from '../../domain/values.ts';
import { id } from '../http/schemas.ts';

/** A fact from which a membership, an environment or an owner was inferred. */
export const Evidence = z
  .object({
    kind: z.enum(evidenceKinds),
    key: z.string().optional(),
    value: z.string().optional(),
    reference: z.object({ entity_type: z.string(), id, name: z.string() }).optional(),
  })
  .meta({ id: 'Evidence' });
