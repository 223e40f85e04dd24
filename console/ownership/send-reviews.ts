import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';

export type Verdict = 'confirm' | 'reject' | 'learn';

/** The paths of the answers that a review changes. */
export const reviewedPaths = [
  '/api/v1/memberships',
  '/api/v1/resources/{id}/ownership',
  '/api/v1/inference-rules',
] as const;

const maximumReviews = 200;

export interface ReviewResult {
  /** The memberships that were not reviewed. */
  readonly refused: readonly string[];
  readonly learnedRules: number;
}

/**
 * Confirms or rejects memberships that were inferred; `learn` also creates rules from them.
 * @param reason why they are rejected; empty: no reason
 */
export async function sendReviews(
  ids: readonly string[],
  verdict: Verdict,
  reason: string,
): Promise<ReviewResult> {
  const refused: string[] = [];
  let learnedRules = 0;
  for (let start = 0; start < ids.length; start += maximumReviews) {
    const { items } = await dataOf(
      client.POST('/api/v1/memberships/review', {
        body: {
          ids: ids.slice(start, start + maximumReviews),
          action: verdict === 'reject' ? 'reject' : 'confirm',
          ...(verdict === 'learn' ? { learn_rule: true } : {}),
          ...(verdict === 'reject' && reason !== '' ? { reason } : {}),
        },
      }),
    );
    refused.push(...items.flatMap(({ id, code }) => (code === undefined ? [] : [id])));
    learnedRules += items.filter(({ learned_rule_id: rule }) => rule !== undefined).length;
  }
  return { refused, learnedRules };
}
