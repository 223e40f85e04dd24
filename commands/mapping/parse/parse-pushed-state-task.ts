import type { Json } from '../../../domain/json/json.ts';
import type { StateEntry } from '../../../domain/mapping/state-entry.ts';
import { receiveStream } from '../../../runtime/document-stream.ts';
import { inflateChunks, InflateRejected } from '../../../runtime/inflate-chunks.ts';
import type { BodyEncoding, InflateProblem } from '../../../runtime/inflate-chunks.ts';
import { JsonHash } from '../../../runtime/json/json-hash.ts';
import { EnvelopeReader } from './envelope-reader.ts';
import { stateRules } from './parse-state-task.ts';
import type { StateRejection } from './parse-state-task.ts';
import { createStateParser } from './state-parser.ts';
import type { StateHeader } from './state-parser.ts';
import { StateRejected } from './state-rejected.ts';

export interface PushedBody {
  /** Whether the body is the state, or an envelope with the state in `state`. */
  readonly form: 'state' | 'envelope';
  readonly encoding: BodyEncoding;
  /** Of the inflated body. */
  readonly maximumBytes: number;
  /** The key of the organization, for the hash of the state. */
  readonly hmacKey: Uint8Array;
}

export interface PushedHeader {
  readonly header: StateHeader;
  /** Of the state without insignificant white space. */
  readonly hash: string;
  /** Of the inflated body. */
  readonly bytes: number;
  /** The fields beside the state. */
  readonly envelope?: Json;
}

/** Parses a pushed state in a worker thread. The items are its entries. */
export const run = receiveStream<
  PushedBody,
  StateEntry,
  PushedHeader | StateRejection | { readonly inflate: InflateProblem }
>(async ({ form, encoding, maximumBytes, hmacKey }, chunks, emit) => {
  const reader =
    form === 'envelope'
      ? new EnvelopeReader(hmacKey, (embed) => createStateParser(stateRules, emit, embed))
      : createStateReader(hmacKey, emit);
  try {
    let bytes = 0;
    for await (const chunk of inflateChunks(chunks, encoding, maximumBytes)) {
      bytes += chunk.length;
      reader.push(chunk);
    }
    return { ...reader.end(), bytes };
  } catch (error) {
    if (error instanceof InflateRejected) return { inflate: error.problem };
    if (!(error instanceof StateRejected)) throw error;
    return { problem: error.problem, message: error.message, isReadable: error.isReadable };
  }
});

function createStateReader(hmacKey: Uint8Array, emit: (entry: StateEntry) => void) {
  const hash = new JsonHash(hmacKey);
  const parser = createStateParser(stateRules, emit);
  return {
    push(chunk: Buffer): void {
      hash.push(chunk);
      parser.push(chunk);
    },
    end: () => ({ header: parser.end(), hash: hash.digest() }),
  };
}
