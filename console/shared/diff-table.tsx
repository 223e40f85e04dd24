import type { DiffEntry } from '../../api-client/api-types.ts';
import { InventoryText } from './inventory-text.tsx';
import { ValueText } from './value-tree.tsx';

const signs = { add: 'added', remove: 'removed', replace: 'changed' } as const;

/** The difference of two configurations. */
export function DiffTable({ diff }: { readonly diff: readonly DiffEntry[] }) {
  if (diff.length === 0) return <p className="missing">No difference.</p>;
  return (
    <div className="table-scroll" role="region" aria-label="Differences" tabIndex={0}>
      <table className="data-table diff-table" aria-label="Differences">
        <thead>
          <tr>
            <th scope="col">Property</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {diff.slice(0, 200).map(({ op, path, before, after }) => (
            <tr key={`${op} ${path}`}>
              <td>
                <span className={`diff-sign diff-${op}`}>{signs[op]}</span> <InventoryText text={path} code />
              </td>
              <td>{op === 'add' ? <span className="missing">–</span> : <ValueText value={before} />}</td>
              <td>{op === 'remove' ? <span className="missing">–</span> : <ValueText value={after} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
