/** Limits of one turn. Source: the contract of the assistant. */
export const turnLimits = {
  modelCalls: 6,
  toolCalls: 12,
  /** Input and output, of all model calls. */
  tokens: 50_000,
  answerCharacters: 16_000,
  seconds: 120,
  historyTurns: 10,
  historyCharacters: 20_000,
} as const;

/** Limits of the response of one tool call. */
export const toolLimits = {
  rows: 50,
  /** Rows before a page. A page reads the rows before it, too. */
  offset: 2000,
  /** Groups by resource type, which have short texts. */
  typeGroups: 500,
  bytes: 60_000,
  seconds: 5,
  textCharacters: 256,
} as const;

export const questionCharacters = 8000;

/** Limits of conversations and of turns that run at the same time. */
export const conversationLimits = {
  turns: 100,
  runningOfMember: 10,
  runningOfOrganization: 50,
  /** Event streams of a user, in each process of the API. */
  streamsOfUser: 60,
  titleCharacters: 200,
  /** Of a title that is taken from the first question. */
  derivedTitleCharacters: 60,
} as const;

/** How long a worker may run a turn without renewing its lease, and how often it renews it. */
export const turnLease = { seconds: 60, renewSeconds: 10 } as const;

/** Texts are collected for this time, and split into events of at most this size. */
export const textDelta = { joinMilliseconds: 100, bytes: 4096 } as const;

/** Days for which the events of a turn can be read again. */
export const eventRetentionDays = 7;
