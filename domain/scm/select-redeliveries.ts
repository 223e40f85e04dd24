/** Attempts of a delivery, the first one included, after which it is not repeated. */
const maximumAttempts = 4;

/**
 * Returns the attempts that are to be repeated: the newest one of each delivery whose attempts all failed and are fewer
 * than {@link maximumAttempts}.
 *
 * @param attempts newest first
 */
export function selectRedeliveries<T extends { readonly guid: string; readonly succeeded: boolean }>(
  attempts: readonly T[],
): readonly T[] {
  const byDelivery = Map.groupBy(attempts, ({ guid }) => guid);
  return [...byDelivery.values()].flatMap((own) => {
    const [newest] = own;
    return newest === undefined || own.length >= maximumAttempts || own.some(({ succeeded }) => succeeded)
      ? []
      : [newest];
  });
}
