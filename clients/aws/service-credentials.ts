import { fromNodeProviderChain } from '@aws-sdk/credential-providers';
import { errors } from '../../domain/errors.ts';

/** Checks that this process has AWS credentials of its own, with which it assumes customers' roles. */
export interface ServiceCredentials {
  /** @throws CatalogueError `provider_unavailable` when no AWS credentials can be found. */
  check(): Promise<void>;
}

const cacheMs = 60_000;

/**
 * Uses the SDK's provider chain: environment, shared files, container, instance. A positive result is cached for a minute
 * and then refreshed in the background. A negative result is not cached.
 */
export function createServiceCredentials(): ServiceCredentials {
  let foundUntil = 0;
  let pending: Promise<boolean> | undefined;
  const lookUp = (): Promise<boolean> => {
    pending ??= find()
      .then((found) => {
        foundUntil = found ? performance.now() + cacheMs : 0;
        return found;
      })
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
  return {
    async check() {
      if (foundUntil > 0) {
        if (foundUntil < performance.now()) void lookUp();
        return;
      }
      if (!(await lookUp())) throw errors.providerUnavailable('This service has no AWS credentials.');
    },
  };
}

async function find(): Promise<boolean> {
  try {
    await fromNodeProviderChain({ timeout: 1000, maxRetries: 0 })();
    return true;
  } catch {
    return false;
  }
}
