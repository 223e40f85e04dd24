/** The columns of an export by those of the list. */
const exported: Readonly<Record<string, readonly string[]>> = {
  name: ['name', 'native_id'],
  type: ['resource_type'],
  account: ['account_name', 'account_id'],
  region: ['region'],
  code: ['management_state'],
  owner: ['owners'],
  environment: ['environment'],
  application: ['applications'],
  status: ['status'],
  tags: ['tags'],
  arn: ['arn'],
  discovered: ['first_discovered_at'],
  changed: ['last_changed_at'],
};

/** Returns the columns of an export, or of a saved query, for columns of the list. `id` comes first. */
export function exportedColumns(shown: readonly string[]): readonly string[] {
  return ['id', ...shown.flatMap((name) => exported[name] ?? (name.includes(':') ? [name] : []))];
}

/** Returns the columns of the list for those of a saved query; `undefined` if it has none. */
export function listedColumns(saved: readonly string[] | undefined): readonly string[] | undefined {
  if (saved === undefined) return undefined;
  const own = Object.entries(exported).flatMap(([name, fields]) =>
    fields.some((field) => saved.includes(field)) ? [name] : [],
  );
  return [...own, ...saved.filter((name) => name.includes(':'))];
}
