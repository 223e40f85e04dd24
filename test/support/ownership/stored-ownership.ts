import { randomUUID } from 'node:crypto';
import type { Condition } from '../../../domain/ownership/condition.ts';
import type { RuleOutcome } from '../../../domain/ownership/rule-outcome.ts';

/** Queries as superuser, without row-level security. */
interface Owner {
  query<T extends object>(text: string, values?: readonly unknown[]): Promise<readonly T[]>;
}

/** Inserts rows of ownership into the tables of an organization. Every function returns the id of the row. */
export function storedOwnership(owner: Owner, organizationId: string) {
  const insert = async (text: string, values: readonly unknown[]) => {
    const [row] = await owner.query<{ id: string }>(text, [organizationId, ...values]);
    if (row === undefined) throw new Error('no row was inserted');
    return row.id;
  };
  return {
    application: (name: string) =>
      insert('insert into applications (organization_id, name, slug) values ($1, $2, $3) returning id', [
        name,
        `${name}-${randomUUID()}`,
      ]),
    team: (name: string, isActive = true) =>
      insert(
        'insert into teams (organization_id, name, slug, is_active) values ($1, $2, $3, $4) returning id',
        [name, `${name}-${randomUUID()}`, isActive],
      ),
    environment: (name: string) =>
      insert(
        "insert into environments (organization_id, name, class) values ($1, $2, 'production') returning id",
        [name],
      ),
    teamOwner: (applicationId: string, teamId: string) =>
      insert(
        'insert into application_owners (organization_id, application_id, team_id) values ($1, $2, $3) returning id',
        [applicationId, teamId],
      ),
    repositoryTeam: (repositoryId: string, teamId: string) =>
      insert(
        'insert into repository_teams (organization_id, repository_id, team_id) values ($1, $2, $3) returning team_id as id',
        [repositoryId, teamId],
      ),
    repositoryApplication: (repositoryId: string, applicationId: string) =>
      insert(
        `insert into repository_applications (organization_id, repository_id, application_id) values ($1, $2, $3)
         returning application_id as id`,
        [repositoryId, applicationId],
      ),
    membership: (
      applicationId: string,
      resourceId: string,
      status = 'declared',
      ruleId: string | null = null,
    ) =>
      insert(
        `insert into memberships (organization_id, application_id, resource_id, status, source, confidence, rule_id)
         values ($1, $2, $3, $4, $5, 'high', $6) returning id`,
        [applicationId, resourceId, status, ruleId === null ? 'declared' : 'rule', ruleId],
      ),
    rule: (conditions: Condition, outcome: RuleOutcome) =>
      insert(
        `insert into inference_rules (organization_id, name, conditions, outcome, application_id, environment_id, team_id)
         values ($1, 'Rule', $2, $3, $4, $5, $6) returning id`,
        [
          JSON.stringify(conditions),
          JSON.stringify(outcome),
          outcome.application !== undefined && 'id' in outcome.application ? outcome.application.id : null,
          outcome.environment?.id ?? null,
          outcome.team?.id ?? null,
        ],
      ),
    relationship: (sourceId: string, targetId: string) =>
      insert(
        `insert into relationships (organization_id, source_id, target_id, relationship_type, confidence)
         values ($1, $2, $3, 'uses', 'high') returning id`,
        [sourceId, targetId],
      ),
  };
}
