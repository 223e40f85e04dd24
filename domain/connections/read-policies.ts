import type { JsonObject } from '../json/json.ts';
import { allow, readerPolicy } from './policy-json.ts';
import { s3ViaService, stateObjectActions } from './role-actions.ts';

/**
 * Characters of actions per managed policy. A managed policy may have 6,144 characters without white space; the
 * difference is left for the surrounding statement. Inline policies cannot be used: a role's inline policies may have
 * 10,240 characters in total, and the actions exceed that. Source: IAM and STS quotas.
 */
const policyCharacters = 5_800;

/**
 * Splits the actions over as many managed policies as needed: `Read1`, `Read2`, … The logical ids are the same in every
 * version, so an upgrade updates the policies in place. New policies beside the old ones would exceed the quota of ten
 * managed policies per role.
 */
export function readPolicies(actions: readonly string[]): JsonObject {
  const chunks: string[][] = [];
  let used = Infinity;
  for (const action of actions) {
    const characters = action.length + 3;
    if (used + characters > policyCharacters) {
      chunks.push([]);
      used = 0;
    }
    chunks.at(-1)?.push(action);
    used += characters;
  }
  return Object.fromEntries(
    chunks.map((chunk, index) => [`Read${index + 1}`, readerPolicy(allow(chunk, '*'))]),
  );
}

/** Allows reading the named Terraform state objects, and decrypting with KMS only in the context of those objects. */
export const statePolicies: JsonObject = {
  StateObjects: {
    Condition: 'HasState',
    ...readerPolicy(
      allow(stateObjectActions, { Ref: 'StateObjectArns' }),
      allow(['kms:Decrypt'], '*', {
        StringLike: {
          'kms:EncryptionContext:aws:s3:arn': { Ref: 'StateObjectArns' },
          'kms:ViaService': s3ViaService,
        },
      }),
    ),
  },
  StateBuckets: {
    Condition: 'HasStateBuckets',
    ...readerPolicy(allow(['s3:ListBucket'], { Ref: 'StateBucketArns' })),
  },
};
