import type { AwsCaller } from '../../clients/aws/aws-caller.ts';
import { first } from '../../domain/json/path.ts';
import { toJson } from '../../domain/json/to-json.ts';

/** Tags of every resource that a fixture creates. */
export const TAGS: Readonly<Record<string, string>> = { Environment: 'test', Owner: 'inventory' };
export const tagList = Object.entries(TAGS).map(([Key, Value]) => ({ Key, Value }));
export const lowerTagList = Object.entries(TAGS).map(([key, value]) => ({ key, value }));

/** The region in which fixtures create resources. */
export const REGION = 'eu-west-1';

/** An account of the AWS emulator, in which fixtures create resources as its owner. */
export interface EmulatedAccount {
  readonly awsAccountNumber: string;
  readonly region: string;
  /** Calls AWS as the account's owner. Default region: the account's. */
  call(client: string, operation: string, input?: object, region?: string): Promise<object>;
  /** Calls AWS and returns one text of the response. @throws Error when the response has no text at `path` */
  text(client: string, operation: string, input: object, path: string): Promise<string>;
  /** Creates a resource that several fixtures need, once per key. */
  once<T>(key: string, create: () => Promise<T>): Promise<T>;
}

/** `owner` calls AWS with the credentials of the account's owner. */
export function createEmulatedAccount(owner: AwsCaller, awsAccountNumber: string): EmulatedAccount {
  const created = new Map<string, Promise<unknown>>();
  const call: EmulatedAccount['call'] = (client, operation, input = {}, region = REGION) =>
    owner.call({ client, operation, input, region });
  return {
    awsAccountNumber,
    region: REGION,
    call,
    async text(client, operation, input, path) {
      const value = first(toJson(await call(client, operation, input)), path);
      if (typeof value !== 'string') throw new Error(`${operation} returned no ${path}`);
      return value;
    },
    once<T>(key: string, create: () => Promise<T>): Promise<T> {
      const creation = created.get(key) ?? create();
      created.set(key, creation);
      return creation as Promise<T>;
    },
  };
}
