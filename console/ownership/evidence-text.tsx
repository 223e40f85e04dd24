import type { Evidence } from '../../api-client/api-types.ts';
import { InventoryText } from '../shared/inventory-text.tsx';
import { plainWords } from '../shared/numbers.ts';

/** Why something was inferred. */
export function EvidenceText({ evidence }: { readonly evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return null;
  return (
    <ul className="missing">
      {evidence.map(({ kind, key, value, reference }) => (
        <li key={`${kind} ${key ?? ''} ${value ?? ''} ${reference?.id ?? ''}`}>
          {plainWords(kind)}{' '}
          <InventoryText text={[key, value].filter((text) => text !== undefined).join(' = ')} code />{' '}
          {reference === undefined ? null : <InventoryText text={reference.name} />}
        </li>
      ))}
    </ul>
  );
}
