import { Context } from '@temporalio/activity';
import { globalCallRegion, partitionOfArn } from '../../domain/discovery/aws-partition.ts';
import { roleArnOf } from '../../db/connections/account-store.ts';
import type { AccountAccess } from '../../db/connections/account-store.ts';
import type { Connection } from '../../db/connections/connection.ts';
import type { AwsCaller } from '../../clients/aws/aws-clients.ts';
import type { Dependencies } from '../dependencies.ts';
import { checkRole } from './check-role.ts';
import type { RoleCheck } from './check-role.ts';

/** Checks and assumes the roles of connections. */
export interface ConnectionRoles {
  readonly partition: string;
  /** Region of calls to global services. */
  readonly region: string;
  /** @throws as `checkRole` does. */
  checkAccount(access: AccountAccess): Promise<RoleCheck>;
  /** Checks the role in the account that lists the AWS organization. @throws as `checkRole` does. */
  checkManagement(connection: Connection): Promise<RoleCheck>;
  /** Returns a caller with the role in an account of the connection. */
  callerIn(connection: Connection, awsAccountNumber: string): AwsCaller;
}

export function createConnectionRoles({ aws, configuration }: Dependencies): ConnectionRoles {
  const partition = partitionOfArn(configuration.servicePrincipalArn);
  const region = globalCallRegion(partition);
  const check = (awsAccountNumber: string, roleArn: string, externalId: string) =>
    checkRole(aws, { awsAccountNumber, roleArn, externalId, region }, Context.current().cancellationSignal);
  const arnIn = (connection: Connection, awsAccountNumber: string) =>
    roleArnOf(partition, awsAccountNumber, connection.role_name);
  return {
    partition,
    region,
    checkAccount: ({ account, connection }) =>
      check(account.account_id, account.role_arn, connection.external_id),
    checkManagement(connection) {
      const awsAccountNumber = connection.management_account_id ?? '';
      return check(awsAccountNumber, arnIn(connection, awsAccountNumber), connection.external_id);
    },
    callerIn: (connection, awsAccountNumber) =>
      aws.forRole({ roleArn: arnIn(connection, awsAccountNumber), externalId: connection.external_id }),
  };
}
