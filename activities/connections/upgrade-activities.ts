import { ApplicationFailure } from '@temporalio/activity';
import { currentTemplateVersion } from '../../domain/connections/template-version.ts';
import type { UpgradePlan, UpgradeTarget } from '../../domain/connections/upgrade-plan.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { findLiveConnection } from '../../db/connections/connection-store.ts';
import type { Connection } from '../../db/connections/connection.ts';
import { countOutdatedRoles, listStacks } from '../../db/connections/first-scans.ts';
import type { Dependencies } from '../dependencies.ts';
import { managementRoleOf, roleOfConnection } from './customer-roles.ts';
import type { CustomerRole } from '../../db/connections/role-check-store.ts';
import type { AwsCaller } from '../../clients/aws/aws-caller.ts';
import { RoleRefused } from './role-refused.ts';
import {
  startStackSetUpgrade,
  startStackUpgrade,
  parseStackId,
  readStackSetName,
  readStackSetUpgradeState,
  readStackUpgradeState,
} from './upgrade-role.ts';
import type { UpgradeState } from './upgrade-role.ts';
import { errorCode, limitAttempts } from '../shared/limit-attempts.ts';
import { describeOrganization } from './walk-aws-organization.ts';

/** Activities that upgrade the deployed role template. All are idempotent. */
export function createUpgradeActivities(dependencies: Dependencies) {
  const { database, configuration, roles } = dependencies;
  const { servicePrincipalArn } = configuration;

  async function connectionOf({ organizationId, subjectId }: RunInput): Promise<Connection> {
    const connection = await database.withTenant(organizationId, (tenant) =>
      findLiveConnection(tenant, subjectId),
    );
    if (connection === undefined)
      throw ApplicationFailure.nonRetryable('The connection was deleted.', 'connection_deleted');
    return connection;
  }

  /** Returns a caller for a change: the role is checked first. */
  const callerForChange = (role: CustomerRole): Promise<AwsCaller> =>
    failIfRefused(roles.checkedCallerFor(role));
  const callerForRead = (role: CustomerRole): Promise<AwsCaller> => failIfRefused(roles.callerFor(role));

  const activities = {
    /**
     * Returns the stacks to update, found by the stack id tags of the roles, and the stack set, whose name is a parameter of
     * the management account's stack.
     */
    async planUpgrade(input: RunInput): Promise<UpgradePlan> {
      const connection = await connectionOf(input);
      if (connection.kind === 'standalone') {
        const stacks = await database.withTenant(input.organizationId, (tenant) =>
          listStacks(tenant, connection.id),
        );
        return {
          stacks: stacks.map(({ accountId: awsAccountNumber, stackId }) => ({ awsAccountNumber, stackId })),
        };
      }
      const awsAccountNumber = connection.managementAccountId ?? '';
      const role = await roles.check(managementRoleOf(connection, roles.partition));
      if (role.caller === undefined)
        throw ApplicationFailure.nonRetryable(role.error ?? 'The role does not work.', 'upgrade_denied');
      const stack = { awsAccountNumber, stackId: role.stackId };
      const { region } = parseStackId(stack.stackId, awsAccountNumber);
      const name = await readStackSetName(role.caller, stack);
      if (name === undefined) return { stacks: [stack] };
      const { managementAccountNumber } = await describeOrganization(role.caller, roles.region);
      return {
        stacks: [stack],
        stackSet: { name, region, delegated: managementAccountNumber !== awsAccountNumber },
      };
    },

    /** Starts the update of a stack. Returns `done` if the stack is up to date. */
    async upgradeStack(input: RunInput, { awsAccountNumber, stackId }: UpgradeTarget): Promise<UpgradeState> {
      const connection = await connectionOf(input);
      return startStackUpgrade({
        caller: await callerForChange(roleOfConnection(connection, awsAccountNumber, roles.partition)),
        connection,
        servicePrincipalArn,
        awsAccountNumber,
        stackId,
        variant: connection.kind === 'organization' ? 'management' : 'standalone',
      });
    },

    /** Returns the state of a stack's update. */
    async getStackUpgradeState(input: RunInput, target: UpgradeTarget): Promise<UpgradeState> {
      const connection = await connectionOf(input);
      const role = roleOfConnection(connection, target.awsAccountNumber, roles.partition);
      return readStackUpgradeState(await callerForRead(role), target);
    },

    /** Starts the update of the stack set. */
    async upgradeStackSet(
      input: RunInput,
      { name, ...target }: NonNullable<UpgradePlan['stackSet']>,
    ): Promise<void> {
      const connection = await connectionOf(input);
      await startStackSetUpgrade({
        ...target,
        caller: await callerForChange(managementRoleOf(connection, roles.partition)),
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
        caller: await callerForRead(managementRoleOf(connection, roles.partition)),
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
  return limitEach(activities);
}

/** Converts `RoleRefused` to a failure that Temporal does not retry. */
async function failIfRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RoleRefused) throw ApplicationFailure.nonRetryable(error.message, 'upgrade_denied');
    throw error;
  }
}

/** Attempts that fail by themselves, of each activity. */
const maximumAttempts = 8;

/** Limits the attempts of each of some activities, see {@link limitAttempts}. */
function limitEach<T extends Readonly<Record<string, (...args: never[]) => Promise<unknown>>>>(
  activities: T,
): T {
  const limited = Object.entries(activities).map(([name, activity]) => [
    name,
    (...args: never[]) => limitAttempts(() => activity(...args), errorCode, maximumAttempts),
  ]);
  return Object.fromEntries(limited) as T;
}
