/**
 * Yields items as texts of JSON arrays, each small enough for one statement.
 *
 * @param textOf returns an item as JSON text
 * @param limits at most this number of values, and of characters unless a single value has more
 */
export function* jsonPages<Item>(
  items: readonly Item[],
  textOf: (item: Item, index: number) => string,
  limits: { readonly values: number; readonly characters: number },
): Generator<string, void, undefined> {
  let page: string[] = [];
  let characters = 0;
  for (const [index, item] of items.entries()) {
    const text = textOf(item, index);
    if (page.length === limits.values || characters + text.length > limits.characters) {
      if (page.length > 0) yield `[${page.join(',')}]`;
      page = [];
      characters = 0;
    }
    page.push(text);
    characters += text.length;
  }
  if (page.length > 0) yield `[${page.join(',')}]`;
}
