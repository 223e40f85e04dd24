const pages: Readonly<Record<string, string>> = {
  resource: '/resources',
  application: '/applications',
  team: '/teams',
  account: '/accounts',
};

/** Returns the page of a node of the graph; `undefined` for an external one. */
export function pageOfNode(node: { readonly entity_type: string; readonly id: string }): string | undefined {
  const page = pages[node.entity_type];
  return page === undefined ? undefined : `${page}/${node.id}`;
}
