import type { DriftAttribute } from '../../api-client/api-types.ts';
import { InventoryText } from '../shared/inventory-text.tsx';
import { TimeText } from '../shared/time-text.tsx';
import { ValueText } from '../shared/value-tree.tsx';

/** The attributes in which a resource differs from its code. */
export function DriftTable({ attributes }: { readonly attributes: readonly DriftAttribute[] }) {
  return (
    <div className="table-scroll" role="region" aria-label="Attributes that differ" tabIndex={0}>
      <table className="data-table" aria-label="Attributes that differ">
        <thead>
          <tr>
            <th scope="col">Attribute</th>
            <th scope="col">Code</th>
            <th scope="col">AWS</th>
            <th scope="col">Since</th>
          </tr>
        </thead>
        <tbody>
          {attributes.map(({ address, attribute, expected, actual, since, muted_by: muted }) => (
            <tr key={`${address} ${attribute}`}>
              <td>
                <InventoryText text={attribute} code />
                {muted === undefined ? null : <span className="missing"> (muted by a rule)</span>}
              </td>
              <td>
                <ValueText value={expected} />
              </td>
              <td>
                <ValueText value={actual} />
              </td>
              <td>
                <TimeText at={since} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
