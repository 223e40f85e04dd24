import { Context } from '@temporalio/activity';
import { globalCallRegion, partitionOfArn } from '../../domain/discovery/aws-place.ts';
import { roleArnOf } from '../../db/connections/account-store.ts';
import type { AccountAccess } from '../../db/connections/account-store.ts';
import type { Connection } from '../../db/connections/connection.ts';
import type { AwsCaller } from '../clients/aws/aws-clients.ts';
import type { Dependencies } from '../dependencies.ts';
import { checkRole } from './check-role.ts';
import type { RoleCheck } from './check-role.ts';

/** The roles of connections, as activities check and use them. */
export interface ConnectionRoles {
  readonly partition: string;
  /** Where global services are called. */
  readonly region: string;
  /** @throws as `checkRole` does. */
  checkAccount(access: AccountAccess): Promise<RoleCheck>;
  /** The role in the account that lists the organization. @throws as `checkRole` does. */
  checkManagement(connection: Connection): Promise<RoleCheck>;
  /** Calls in an account of the connection. */
  callerIn(connection: Connection, accountId: string): AwsCaller;
}

export function createConnectionRoles({ aws, configuration }: Dependencies): ConnectionRoles {
  const partition = partitionOfArn(configuration.servicePrincipalArn);
  const region = globalCallRegion(partition);
  const check = (accountId: string, roleArn: string, externalId: string) =>
    checkRole(aws, { accountId, roleArn, externalId, region }, Context.current().cancellationSignal);
  const arnIn = (connection: Connection, accountId: string) =>
    roleArnOf(partition, accountId, connection.role_name);
  return {
    partition,
    region,
    checkAccount: ({ account, connection }) =>
      check(account.account_id, account.role_arn, connection.external_id),
    checkManagement(connection) {
      const accountId = connection.management_account_id ?? '';
      return check(accountId, arnIn(connection, accountId), connection.external_id);
    },
    callerIn: (connection, accountId) =>
      aws.forRole({ roleArn: arnIn(connection, accountId), externalId: connection.external_id }),
  };
}
