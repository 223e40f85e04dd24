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
  startStackSetUpgrade,
  startStackUpgrade,
  parseStackId,
  stackSetNameOf,
  readStackSetUpgradeState,
  readStackUpgradeState,
} from './upgrade-role.ts';
import type { UpgradeState } from './upgrade-role.ts';
import { describeOrganization } from './walk-aws-organization.ts';

/** Activities that upgrade the deployed role template. All are idempotent. */
export function createUpgradeActivities(dependencies: Dependencies) {
  const { database, configuration } = dependencies;
  const { servicePrincipalArn } = configuration;
  const roles = createConnectionRoles(dependencies);

  async function connectionOf({ organizationId, subjectId }: RunInput): Promise<Connection> {
    const connection = await database.withTenant(organizationId, (tenant) =>
      findLiveConnection(tenant, subjectId),
    );
    if (connection === undefined)
      throw ApplicationFailure.nonRetryable('The connection was deleted.', 'connection_deleted');
    return connection;
  }

  return {
    /** Returns the stacks and the stack set to update, found by the stack id tags of the roles. */
    async planUpgrade(input: RunInput): Promise<UpgradePlan> {
      const connection = await connectionOf(input);
      const stacks = await database.withTenant(input.organizationId, (tenant) =>
        listStacks(tenant, connection.id),
      );
      if (connection.kind === 'standalone')
        return {
          stacks: stacks.map(({ account_id: awsAccountNumber, stack_id: stackId }) => ({
            awsAccountNumber,
            stackId,
          })),
        };
      const awsAccountNumber = connection.management_account_id ?? '';
      const role = await roles.checkManagement(connection);
      if (role.caller === undefined)
        throw ApplicationFailure.nonRetryable(role.error ?? 'The role does not work.', 'upgrade_denied');
      const { region } = parseStackId(role.stackId);
      const { managementAccountNumber } = await describeOrganization(role.caller, roles.region);
      return {
        stacks: [{ awsAccountNumber, stackId: role.stackId }],
        stackSet: {
          name: stackSetNameOf(stacks.map(({ stack_id: stackId }) => stackId)),
          region,
          delegated: managementAccountNumber !== awsAccountNumber,
        },
      };
    },

    /** Starts the update of a stack. Returns `done` if the stack is up to date. */
    async upgradeStack(input: RunInput, { awsAccountNumber, stackId }: UpgradeTarget): Promise<UpgradeState> {
      const connection = await connectionOf(input);
      return startStackUpgrade({
        caller: roles.callerIn(connection, awsAccountNumber),
        connection,
        servicePrincipalArn,
        awsAccountNumber,
        stackId,
        variant: connection.kind === 'organization' ? 'management' : 'standalone',
      });
    },

    /** Returns the state of a stack's update. */
    async getStackUpgradeState(
      input: RunInput,
      { awsAccountNumber, stackId }: UpgradeTarget,
    ): Promise<UpgradeState> {
      const connection = await connectionOf(input);
      return readStackUpgradeState(roles.callerIn(connection, awsAccountNumber), stackId);
    },

    /** Starts the update of the stack set. */
    async upgradeStackSet(
      input: RunInput,
      { name, ...target }: NonNullable<UpgradePlan['stackSet']>,
    ): Promise<void> {
      const connection = await connectionOf(input);
      await startStackSetUpgrade({
        ...target,
        caller: roles.callerIn(connection, connection.management_account_id ?? ''),
        connection,
        servicePrincipalArn,
        stackSet: name,
        operationId: input.runId,
      });
    },

    /** Returns the state of the stack set's update. */
    async getStackSetUpgradeState(
      input: RunInput,
      { name, ...target }: NonNullable<UpgradePlan['stackSet']>,
    ): Promise<UpgradeState> {
      const connection = await connectionOf(input);
      return readStackSetUpgradeState({
        ...target,
        caller: roles.callerIn(connection, connection.management_account_id ?? ''),
        stackSet: name,
        operationId: input.runId,
      });
    },

    /** Returns the number of accounts whose role has an older template version than the current one. */
    async countOutdatedAccounts({ organizationId, subjectId }: RunInput): Promise<number> {
      return database.withTenant(organizationId, (tenant) =>
        countOutdatedRoles(tenant, subjectId, currentTemplateVersion),
      );
    },
  };
}
