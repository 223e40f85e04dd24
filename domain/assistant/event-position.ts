const digits = /^\d{1,9}$/;

/**
 * Reads the position of a reader of a turn's events: a sequence number, or the id of an event, `<turn_id>:<sequence>`.
 * Returns the sequence number, or `undefined` if the text has another form or names another turn.
 */
export function readEventPosition(text: string, turnId: string): number | undefined {
  const colon = text.lastIndexOf(':');
  if (colon !== -1 && text.slice(0, colon).toLowerCase() !== turnId) return undefined;
  const sequence = text.slice(colon + 1);
  return digits.test(sequence) ? Number(sequence) : undefined;
}
