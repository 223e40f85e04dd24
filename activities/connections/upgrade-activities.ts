import { ApplicationFailure } from '@temporalio/activity';
import { currentTemplateVersion } from '../../domain/connections/template-version.ts';
import type { UpgradePlan, UpgradeTarget } from '../../domain/connections/upgrade-plan.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { findLiveConnection } from '../../db/connections/connection-store.ts';
import type { Connection } from '../../db/connections/connection.ts';
import { countOutdatedRoles, listStacks } from '../../db/connections/first-scans.ts';
import type { Dependencies } from '../dependencies.ts';
import { createConnectionRoles } from './connection-roles.ts';
import {
  beginStackSetUpgrade,
  beginStackUpgrade,
  placeOfStack,
  stackSetNameOf,
  stackSetUpgradeState,
  stackUpgradeState,
} from './upgrade-role.ts';
import type { UpgradeState } from './upgrade-role.ts';
import { describeOrganization } from './walk-aws-organization.ts';

/** The steps of an upgrade of the deployed role template. Each can be repeated. */
export function createUpgradeActivities(dependencies: Dependencies) {
  const { database, configuration } = dependencies;
  const { servicePrincipalArn } = configuration;
  const roles = createConnectionRoles(dependencies);

  async function connectionOf({ organizationId, subjectId }: RunInput): Promise<Connection> {
    const connection = await database.withTenant(organizationId, (tenant) =>
      findLiveConnection(tenant, subjectId),
    );
    if (connection === undefined) throw ApplicationFailure.nonRetryable('The connection is gone.', 'gone');
    return connection;
  }

  return {
    /** Finds the stacks and the stack set by the tags of the roles that they made. */
    async planUpgrade(input: RunInput): Promise<UpgradePlan> {
      const connection = await connectionOf(input);
      const known = await database.withTenant(input.organizationId, (tenant) =>
        listStacks(tenant, connection.id),
      );
      if (connection.kind === 'standalone')
        return {
          stacks: known.map(({ account_id: awsAccountNumber, stack_id: stackId }) => ({
            awsAccountNumber,
            stackId,
          })),
        };
      const awsAccountNumber = connection.management_account_id ?? '';
      const role = await roles.checkManagement(connection);
      if (role.caller === undefined)
        throw ApplicationFailure.nonRetryable(role.error ?? 'The role does not work.', 'upgrade_denied');
      const place = placeOfStack(role.stackId);
      const { managementAccountNumber } = await describeOrganization(role.caller, roles.region);
      return {
        stacks: [{ awsAccountNumber, stackId: role.stackId }],
        stackSet: {
          name: stackSetNameOf(known.map(({ stack_id: stackId }) => stackId)),
          region: place.region,
          delegated: managementAccountNumber !== awsAccountNumber,
        },
      };
    },

    async upgradeStack(input: RunInput, { awsAccountNumber, stackId }: UpgradeTarget): Promise<UpgradeState> {
      const connection = await connectionOf(input);
      return beginStackUpgrade({
        caller: roles.callerIn(connection, awsAccountNumber),
        connection,
        servicePrincipalArn,
        awsAccountNumber,
        stackId,
        variant: connection.kind === 'organization' ? 'management' : 'standalone',
      });
    },

    async upgradedStackState(
      input: RunInput,
      { awsAccountNumber, stackId }: UpgradeTarget,
    ): Promise<UpgradeState> {
      const connection = await connectionOf(input);
      return stackUpgradeState(roles.callerIn(connection, awsAccountNumber), stackId);
    },

    async upgradeStackSet(
      input: RunInput,
      { name, ...place }: NonNullable<UpgradePlan['stackSet']>,
    ): Promise<void> {
      const connection = await connectionOf(input);
      await beginStackSetUpgrade({
        ...place,
        caller: roles.callerIn(connection, connection.management_account_id ?? ''),
        connection,
        servicePrincipalArn,
        stackSet: name,
        operationId: input.runId,
      });
    },

    async upgradedStackSetState(
      input: RunInput,
      { name, ...place }: NonNullable<UpgradePlan['stackSet']>,
    ): Promise<UpgradeState> {
      const connection = await connectionOf(input);
      return stackSetUpgradeState({
        ...place,
        caller: roles.callerIn(connection, connection.management_account_id ?? ''),
        stackSet: name,
        operationId: input.runId,
      });
    },

    /** How many accounts are still behind, now that their tags were read again. */
    async accountsBehind({ organizationId, subjectId }: RunInput): Promise<number> {
      return database.withTenant(organizationId, (tenant) =>
        countOutdatedRoles(tenant, subjectId, currentTemplateVersion),
      );
    },
  };
}
