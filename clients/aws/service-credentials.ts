import { fromNodeProviderChain } from '@aws-sdk/credential-providers';
import { errors } from '../../domain/errors.ts';

/** Whether this process has an AWS identity of its own, with which it assumes customers' roles. */
export interface ServiceCredentials {
  /** @throws CatalogueError `provider_unavailable` when no AWS credentials can be found. */
  check(): Promise<void>;
}

const goodForMs = 60_000;

/**
 * Looks where the SDK looks: environment, shared files, container, instance. What was found is believed, and looked up
 * again beside the caller after a minute; what was not found is looked up again at once.
 */
export function createServiceCredentials(): ServiceCredentials {
  let foundUntil = 0;
  let asking: Promise<boolean> | undefined;
  const ask = (): Promise<boolean> => {
    asking ??= find()
      .then((found) => {
        foundUntil = found ? Date.now() + goodForMs : 0;
        return found;
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  return {
    async check() {
      if (foundUntil > 0) {
        if (foundUntil < Date.now()) void ask();
        return;
      }
      if (!(await ask())) throw errors.providerUnavailable('This service has no AWS credentials.');
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
