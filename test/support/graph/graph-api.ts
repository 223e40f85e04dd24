import { insertAccount } from '../mapping/stored-resource.ts';
import { queryAsOwner } from '../query-as-owner.ts';
import type { SignedUp, TestApi } from '../test-api.ts';
import { storedGraph } from './insert-edges.ts';

export interface GraphOrganization extends SignedUp {
  readonly accountId: string;
  /** Inserts rows into the database. */
  readonly graph: ReturnType<typeof storedGraph>;
  query<T extends object>(text: string, values?: readonly unknown[]): Promise<readonly T[]>;
}

/** Signs up an organization and inserts an account without a role, 123456789012. */
export async function newGraphOrganization(api: TestApi): Promise<GraphOrganization> {
  const signedUp = await api.signUp();
  const { url } = api.database;
  const query = <T extends object>(text: string, values?: readonly unknown[]) =>
    queryAsOwner<T & Record<string, unknown>>(url, text, values);
  return {
    ...signedUp,
    accountId: await insertAccount(url, signedUp.organizationId, '123456789012'),
    graph: storedGraph({ query }, signedUp.organizationId),
    query,
  };
}
