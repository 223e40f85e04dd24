import { findHits, incrementHits, resetHits } from '../http/rate-limit-store.ts';
import type { Database, Queryable } from '../tenant.ts';

const failuresToOpen = 3;
const failureWindowMs = 60_000;
const openMs = 30_000;

/**
 * Counts a failure of the provider of the language model. Three failures within a minute open its circuit for 30 seconds,
 * for all processes.
 */
export async function recordProviderFailure(database: Database, provider: string): Promise<void> {
  const failures = `assistant_provider_failures|${provider}`;
  const { hits } = await incrementHits(database.outside, failures, failureWindowMs);
  if (hits < failuresToOpen) return;
  await incrementHits(database.outside, openKey(provider), openMs);
  await resetHits(database, failures);
}

/** Returns the seconds until the circuit of a provider closes, at least 1; `undefined` if it is closed. */
export async function openCircuitSeconds(
  queryable: Queryable,
  provider: string,
): Promise<number | undefined> {
  const open = await findHits(queryable, openKey(provider));
  return open === undefined ? undefined : Math.max(1, Math.ceil(open.resetsInMs / 1000));
}

function openKey(provider: string): string {
  return `assistant_provider_open|${provider}`;
}
