import type { EmulatedAccount } from './emulated-account.ts';

/** What must be found; what is absent is not looked at, except that tags must be the test's own. */
export interface Expected {
  readonly id: string;
  readonly arn?: string;
  readonly name?: string;
  /** `false`: the type has no tags, or the emulator loses them. */
  readonly tags?: Readonly<Record<string, string>> | false;
}

/** A resource that the emulator can make. */
export interface MadeFixture {
  make(account: EmulatedAccount): Promise<Expected>;
}

/** Answers written by hand from the AWS API model, for what the emulator cannot make. */
export interface RecordedFixture {
  readonly because: string;
  /** Answer by operation; a list gives one answer per call, in order. */
  readonly answers: Readonly<Record<string, object | readonly object[]>>;
  readonly expected: Expected;
}

export type Fixture = MadeFixture | RecordedFixture;

/** Fixtures of one service, by resource type. */
export type Fixtures = Readonly<Record<string, Fixture>>;

/** Account id and region for answers that hold them. */
export const RECORDED = { account: '123456789012', region: 'eu-west-1' } as const;
