import { InventoryText } from '../shared/inventory-text.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { pageOfNode } from './page-of-node.ts';

/** A node of the graph by its name, with a link to its page if it has one. */
export function NodeLink({
  node,
}: {
  readonly node: { readonly entity_type: string; readonly id: string; readonly name: string } | undefined;
}) {
  const page = node === undefined ? undefined : pageOfNode(node);
  const name = <InventoryText text={node?.name} />;
  return page === undefined ? name : <PageLink to={page}>{name}</PageLink>;
}
