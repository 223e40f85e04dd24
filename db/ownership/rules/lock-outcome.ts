import { errors } from '../../../domain/errors.ts';
import { applicationIdOf } from '../../../domain/ownership/rule-outcome.ts';
import type { RuleOutcome } from '../../../domain/ownership/rule-outcome.ts';
import { rowOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/**
 * Checks the records that an outcome names, and locks them against changes until the transaction ends.
 * @throws CatalogueError `validation_failed` for an unknown application, environment or team; `conflict` for an archived
 *   application and an inactive team.
 */
export async function lockOutcome(tenant: Tenant, outcome: RuleOutcome): Promise<void> {
  const { organizationId } = tenant;
  const { environment, team } = outcome;
  const applicationId = applicationIdOf(outcome);
  const applicationRow =
    applicationId === undefined
      ? undefined
      : await required(
          'outcome.application.id',
          rowOf<{ name: string; archived: boolean }>(
            tenant,
            sql`select name, archived_at is not null as archived from applications
              where organization_id = ${organizationId} and id = ${applicationId} for share`,
          ),
        );
  if (environment !== undefined)
    await required(
      'outcome.environment.id',
      rowOf(
        tenant,
        sql`select id from environments where organization_id = ${organizationId} and id = ${environment.id}
          for key share`,
      ),
    );
  const teamRow =
    team === undefined
      ? undefined
      : await required(
          'outcome.team.id',
          rowOf<{ name: string; isActive: boolean }>(
            tenant,
            sql`select name, is_active from teams where organization_id = ${organizationId} and id = ${team.id}
              for share`,
          ),
        );
  if (applicationRow?.archived === true)
    throw errors.conflict(`The application ${applicationRow.name} is archived.`);
  if (teamRow?.isActive === false) throw errors.conflict(`The team ${teamRow.name} is inactive.`);
}

async function required<Row>(field: string, found: Promise<Row | undefined>): Promise<Row> {
  const row = await found;
  if (row === undefined) throw errors.validationFailed(field, 'does not exist');
  return row;
}
