import type { EmulatedAccount } from './emulated-account.ts';

/** Properties that the collected resource must have. Absent `arn` and `name` are not compared. */
export interface Expected {
  readonly id: string;
  readonly arn?: string;
  readonly name?: string;
  /** Default: the common tags of all fixtures. `false`: the type has no tags, or the emulator does not store them. */
  readonly tags?: Readonly<Record<string, string>> | false;
  /** Values that the stored configuration must contain, among others. */
  readonly configuration?: Readonly<Record<string, unknown>>;
}

/** A resource that the emulator can create. */
export interface EmulatedFixture {
  create(account: EmulatedAccount): Promise<Expected>;
}

/** Responses written by hand from the AWS API model, for a resource that the emulator cannot create or list. */
export interface RecordedFixture {
  readonly reason: string;
  /** Responses by operation. A list contains one response per call, in order. */
  readonly responses: Readonly<Record<string, object | readonly object[]>>;
  readonly expected: Expected;
}

export type Fixture = EmulatedFixture | RecordedFixture;

/** Resource type → fixture. */
export type Fixtures = Readonly<Record<string, Fixture>>;

/** Account number and region in recorded responses. */
export const RECORDED = { account: '123456789012', region: 'eu-west-1' } as const;
