import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ObservedResource } from '../../../domain/discovery/observation/observed-resource.ts';
import { omittedConfiguration } from '../../../domain/discovery/observation/omitted-configuration.ts';
import type { OmissionReason } from '../../../domain/discovery/observation/omitted-configuration.ts';
import { redactIdentity } from '../../../domain/discovery/observation/observe.ts';
import { sizeOfJson } from '../../../domain/json/size.ts';
import { DocumentRejected, problemOf } from '../../../runtime/document-workers.ts';
import type { DocumentTask } from '../../../runtime/document-workers.ts';
import { configHash } from './config-hash.ts';
import { keyedHash } from '../../../runtime/keyed-hash.ts';
import { identityOf, run } from './normalise-item.ts';
import type { ItemToObserve } from './normalise-item.ts';
import type { RunDocument } from '../../shared/run-document.ts';
import { withStorableIdentity } from './storable-identity.ts';

const task: DocumentTask<ItemToObserve, ObservedResource | undefined> = {
  module: new URL('./normalise-item.ts', import.meta.url),
  maximumSize: 16 * 1024 * 1024,
  deadlineMilliseconds: 20_000,
};

/**
 * The largest item that is normalised in the event loop, in characters. Measured on two busy cores: 0.03 ms per KB of
 * ordinary configuration, up to 1.3 ms per KB of text in which every word looks like a secret.
 */
const inlineSize = 16 * 1024;

/** Converts an item to an observed resource. Returns `undefined` when the item has no identifier. */
export type ObserveItem = (given: ItemToObserve) => Promise<ObservedResource | undefined>;

/**
 * Returns a function that normalises, redacts and hashes items of one organization: small ones in the event loop, large ones
 * in a thread. An item that cannot be normalised gets the configuration `{"$omitted": <reason>}`, and keeps its identifier,
 * ARN, name and the first tags. Postgres can store the identity of the result, see {@link withStorableIdentity}.
 */
export function itemObserver(runDocument: RunDocument): ObserveItem {
  let sizeInTurn = 0;
  async function observe(given: ItemToObserve): Promise<ObservedResource | undefined> {
    const size = sizeOfJson(given.item, inlineSize);
    try {
      if (size > inlineSize) return await runDocument(task, given);
      sizeInTurn += size;
      if (sizeInTurn > inlineSize) {
        sizeInTurn = 0;
        await nextTurn();
      }
      return run(given);
    } catch (error) {
      const reason = error instanceof DocumentRejected ? error.problem : problemOf(error);
      if (reason === undefined) throw error;
      return withoutConfiguration(given, reason);
    }
  }
  return async (given) => {
    const observed = await observe(given);
    return observed === undefined ? undefined : withStorableIdentity(observed);
  };
}

/** AWS accepts 50 tags with values of 256 characters. A value that came from elsewhere can be longer. */
const maximumTags = 50;
const maximumTagLength = 256;

function withoutConfiguration(given: ItemToObserve, reason: OmissionReason): ObservedResource | undefined {
  const identity = identityOf(given);
  if (identity === undefined) return undefined;
  const cut = Object.entries(identity.tags)
    .slice(0, maximumTags)
    .map(([key, value]) => [key.slice(0, maximumTagLength), value.slice(0, maximumTagLength)] as const);
  const redacted = redactIdentity({ ...identity, tags: Object.fromEntries(cut) }, keyedHash(given.hmacKey));
  const configuration = omittedConfiguration(reason);
  return { ...redacted, configuration, volatile: {}, configHash: configHash(configuration, redacted.tags) };
}
