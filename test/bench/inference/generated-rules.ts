import { randomUUID } from 'node:crypto';
import type { EvaluatedRule } from '../../../db/ownership/inference/evaluated-rule.ts';
import type { Condition } from '../../../domain/ownership/condition.ts';
import type { RuleOutcome } from '../../../domain/ownership/rule-outcome.ts';
import { components, regions, types } from './load-inventory.ts';
import type { LoadedOrganization } from './load-inventory.ts';

/** Kinds of rules with their share of two hundred. `n` counts the rules of all kinds. */
const kinds: readonly (readonly [share: number, make: (n: number, o: LoadedOrganization) => Condition])[] = [
  [81, (n) => ({ tag: { key: 'app', equals: `app${n}` } })],
  [
    30,
    (n) => ({
      all: [{ tag: { key: 'App', in: [`app${n}`, `app${n + 1}`] } }, { region: { in: [at(regions, n)] } }],
    }),
  ],
  [25, (n) => ({ name: { matches: `app${n}-*` } })],
  [5, (n) => ({ name: { matches: `*-${at(components, n)}-${n % 10}*` } })],
  [15, (n, { projects }) => ({ project: { in: [at(projects, n)] } })],
  [10, (n, { repositories }) => ({ repository: { in: [at(repositories, n)] } })],
  [
    10,
    (n) => ({ all: [{ ou: { under: `/Root/Unit${n % 4}` } }, { resource_type: { in: [at(types, n)] } }] }),
  ],
  [
    15,
    (n, { accounts }) => ({
      all: [
        {
          any: [
            { tag: { key: 'owner', matches: `team-${n % 10}*` } },
            { account: { in: [at(accounts, n)] } },
          ],
        },
        { not: { tag: { key: 'Environment', equals: 'legacy' } } },
        { not: { name: { matches: 'app1*' } } },
      ],
    }),
  ],
  [
    4,
    (n, { applications }) => ({ related_to: { application_id: at(applications, n), direction: 'outgoing' } }),
  ],
  [4, () => ({ tag: { key: 'service', exists: true } })],
  [1, () => ({ not: { name: { equals: 'nothing' } } })],
];

/** Returns two hundred rules that together read every kind of fact. */
export function generateRules(organization: LoadedOrganization): readonly EvaluatedRule[] {
  return kinds
    .flatMap(([share, make]) => Array.from({ length: share }, () => make))
    .map((make, n) => {
      const conditions = make(n, organization);
      return { id: randomUUID(), conditions, outcome: outcomeOf(n, conditions, organization) };
    });
}

function outcomeOf(n: number, conditions: Condition, organization: LoadedOrganization): RuleOutcome {
  const { applications, environments, teams } = organization;
  const isService = 'tag' in conditions && conditions.tag.key === 'service';
  if ('not' in conditions) return { team: { id: at(teams, n) } };
  return {
    application: isService ? { name_from_tag: 'Service' } : { id: at(applications, n) },
    ...(n % 5 === 0 ? { environment: { id: at(environments, n) } } : {}),
    ...(n % 7 === 0 ? { team: { id: at(teams, n) } } : {}),
  };
}

function at(list: readonly string[], n: number): string {
  return list[n % list.length] ?? '';
}
