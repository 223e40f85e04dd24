/** The turn exceeded its time. */
export class TurnTimeout extends Error {
  override readonly name = 'TurnTimeout';
}

/** The user or the session may no longer use the assistant. */
export class TurnForbidden extends Error {
  override readonly name = 'TurnForbidden';
}

/** The turn has ended, or another attempt has taken its lease. */
export class TurnLeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
