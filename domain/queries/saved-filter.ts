/** Parameters of `GET /resources` as a saved query has them: names with a value or a list of values. */
export type SavedFilter = Readonly<Record<string, string | readonly string[]>>;
