import { comparedNamesOf } from '../../../domain/drift/comparable-attributes.ts';
import {
  locationAttributes,
  mappingRulesOf,
  stateAttributesOf,
} from '../../../domain/mapping/rules/mapping-rule.ts';
import type { StateEntry } from '../../../domain/mapping/state-entry.ts';
import type { StateProblem } from '../../../domain/mapping/state-source-faults.ts';
import { receiveStream } from '../../../runtime/document-stream.ts';
import { createStateParser } from './state-parser.ts';
import type { StateHeader } from './state-parser.ts';
import { StateRejected } from './state-rejected.ts';

/** Why a state was rejected. An error would lose its class between the threads. */
export interface StateRejection {
  readonly problem: StateProblem;
  readonly message: string;
  readonly isReadable: boolean;
}

export type ParseOutcome = { readonly header: StateHeader } | StateRejection;

export const stateRules = {
  // Associations match nothing, and their ids can contain customer data, such as the key values of a DynamoDB item.
  isListed: (type: string) => mappingRulesOf(type).some(({ resourceType }) => resourceType !== null),
  stateAttributesOf,
  locationAttributes,
  comparedNamesOf,
};

/** Parses a state in a worker thread. The items are its entries. */
export const run = receiveStream<null, StateEntry, ParseOutcome>(async (_, chunks, emit) => {
  const parser = createStateParser(stateRules, emit);
  try {
    for await (const chunk of chunks) parser.push(chunk);
    return { header: parser.end() };
  } catch (error) {
    if (!(error instanceof StateRejected)) throw error;
    return { problem: error.problem, message: error.message, isReadable: error.isReadable };
  }
});
