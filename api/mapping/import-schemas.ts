import { z } from 'zod';
import { id } from '../http/schemas.ts';

const mostResources = 100;

export const resourceIds = z.array(id).min(1).max(mostResources);

/** Why a resource has no import block. */
export const importSkipReasons = [
  'not_found',
  'deleted',
  'managed',
  'child',
  'default',
  'ignored',
  'no_terraform_type',
  'not_importable',
  'id_unknown',
] as const;

/** Why a resource has no import block in the code of a project. */
export const projectSkipReasons = [...importSkipReasons, 'other_account', 'other_region'] as const;

export function skippedOf<const Reasons extends readonly [string, ...string[]]>(reasons: Reasons) {
  return z.array(z.object({ resource_id: id, reason: z.enum(reasons) }));
}

/** Returns the ids in lower case, as Postgres prints them, without repetitions. */
export function distinctIds(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.map((one) => one.toLowerCase()))];
}

/** Returns the skipped resources in the order of the ids. Ids that the organization does not have are `not_found`. */
export function presentSkipped<Reason extends string>(
  ids: readonly string[],
  found: readonly { readonly id: string }[],
  skipped: readonly { readonly id: string; readonly reason: Reason }[],
): readonly { readonly resource_id: string; readonly reason: Reason | 'not_found' }[] {
  const known = new Set(found.map((resource) => resource.id));
  const reasons = new Map(skipped.map((one) => [one.id, one.reason]));
  return ids.flatMap((one) => {
    const reason = known.has(one) ? reasons.get(one) : 'not_found';
    return reason === undefined ? [] : [{ resource_id: one, reason }];
  });
}
