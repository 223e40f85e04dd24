import type { EmulatedAccount } from './emulated-account.ts';

/** The expected resource. Absent properties are not compared, except `tags`: the default is the tags of the tests. */
export interface Expected {
  readonly id: string;
  readonly arn?: string;
  readonly name?: string;
  /** `false`: the type has no tags, or the emulator does not store them. */
  readonly tags?: Readonly<Record<string, string>> | false;
}

/** A resource that the emulator can create. */
export interface MadeFixture {
  make(account: EmulatedAccount): Promise<Expected>;
}

/** Responses written by hand from the AWS API model, for a resource that the emulator cannot create. */
export interface RecordedFixture {
  /** Why the emulator cannot be used. */
  readonly reason: string;
  /** Responses by operation; of a list, one per call in order. */
  readonly responses: Readonly<Record<string, object | readonly object[]>>;
  readonly expected: Expected;
}

export type Fixture = MadeFixture | RecordedFixture;

/** Fixtures of one service, by resource type. */
export type Fixtures = Readonly<Record<string, Fixture>>;

/** Account number and region in the responses. */
export const RECORDED = { account: '123456789012', region: 'eu-west-1' } as const;
