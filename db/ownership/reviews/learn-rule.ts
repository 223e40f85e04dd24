import {
  conditionsOf,
  matchLimitOf,
  mostGeneral,
  rankCandidates,
  ruleDescriptionOf,
  ruleNameOf,
} from '../../../domain/ownership/learn-rule.ts';
import type { Candidate } from '../../../domain/ownership/learn-rule.ts';
import { factsOf } from '../../../domain/ownership/member-facts.ts';
import { lockOpenApplication } from '../../applications/application-store.ts';
import type { Membership } from '../../applications/membership.ts';
import { countLiveInventory } from '../../inventory/search/count-inventory.ts';
import type { Tenant } from '../../tenant.ts';
import { hasConsistentRule } from './has-consistent-rule.ts';
import { countRuleMatches } from '../inference/match-resources.ts';
import { findMember } from './member-read-model.ts';
import { groupReviews } from './review-groups.ts';
import { loadRuleContext } from '../inference/rule-context.ts';
import { createRule } from '../rules/rule-store.ts';
import type { InferenceRuleRow } from '../rules/rule-store.ts';
import { runInSlices } from '../inference/run-in-slices.ts';

/** Explicit rules are evaluated before learned ones. */
const learnedPriority = 500;

/** Counting the matches of a candidate can take 100 ms. There are at most 24 candidates with one fact. */
const maximumCounts = 24;

/**
 * Creates the rule that gives the application of a confirmed or declared membership to the most positives and to no
 * negative, as `domain/ownership/learn-rule.ts` ranks them. Returns `undefined` if there is none, or if a rule that
 * contradicts no review matches the resource already. Locks the application, so that its reviews wait. The caller requests
 * inference for the rule.
 * @throws CatalogueError `conflict` when the application is archived, or the organization has the maximum of rules or patterns.
 */
export async function learnRule(
  tenant: Tenant,
  membership: Membership,
  createdBy: string,
): Promise<InferenceRuleRow | undefined> {
  const application = await lockOpenApplication(tenant, membership.applicationId);
  const member = await findMember(tenant, membership.resourceId);
  if (member === undefined) return undefined;
  const context = await loadRuleContext(tenant);
  const facts = factsOf(member);
  const groups = await groupReviews(tenant, application.id, facts, context);
  const negatives = groups.reduce((sum, group) => sum + group.negatives, 0);
  const pair = { applicationId: application.id, resourceId: membership.resourceId };
  if (await hasConsistentRule(tenant, pair, negatives, context)) return undefined;
  const limit = matchLimitOf(await countLiveInventory(tenant));
  const ties = await runInSlices(rankCandidates(facts, groups));
  const best = await chooseCandidate(tenant, ties, limit);
  if (best === undefined) return undefined;
  return createRule(tenant, {
    name: ruleNameOf(best.candidate),
    description: ruleDescriptionOf(best.candidate, best.resources, groups),
    conditions: conditionsOf(best.candidate),
    outcome: { application: { id: application.id } },
    priority: learnedPriority,
    learnedFrom: membership.id,
    createdBy,
  });
}

interface CountedCandidate {
  readonly candidate: Candidate;
  /** Number of resources that it matches. */
  readonly resources: number;
}

/** Returns the most general candidate of the first tie that has one within the limit. */
async function chooseCandidate(
  tenant: Tenant,
  ties: readonly (readonly Candidate[])[],
  limit: number,
): Promise<CountedCandidate | undefined> {
  let remaining = maximumCounts;
  for (const tie of ties) {
    const counted: CountedCandidate[] = [];
    // A candidate matches at least its positives.
    for (const candidate of tie.filter(({ positives }) => positives <= limit).slice(0, remaining)) {
      remaining -= 1;
      const resources = await countRuleMatches(tenant, conditionsOf(candidate), limit + 1);
      if (resources <= limit) counted.push({ candidate, resources });
    }
    const best = mostGeneral(counted);
    if (best !== undefined || remaining === 0) return best;
  }
  return undefined;
}
