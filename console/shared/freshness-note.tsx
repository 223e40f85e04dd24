import type { Freshness } from '../../api-client/api-types.ts';
import { InventoryText } from './inventory-text.tsx';
import { PageLink } from './page-link.tsx';
import { TimeText } from './time-text.tsx';

/** How old the data is, and the accounts whose scans are overdue. */
export function FreshnessNote({ freshness }: { readonly freshness: Freshness | undefined }) {
  if (freshness === undefined) return null;
  const { oldest_successful_scan_at: oldest, stale_accounts: stale } = freshness;
  return (
    <span className="freshness">
      {oldest === undefined ? (
        'No account was scanned yet'
      ) : (
        <>
          Every account read since <TimeText at={oldest} />
        </>
      )}
      {stale.length === 0 ? null : (
        <>
          {' · '}
          <strong>
            {stale.length} {stale.length === 1 ? 'account is' : 'accounts are'} overdue:
          </strong>{' '}
          {stale.slice(0, 3).map((account, index) => (
            <span key={account.aws_account_id}>
              {index === 0 ? '' : ', '}
              <PageLink to={`/accounts/${account.aws_account_id}`}>
                <InventoryText text={account.name ?? account.account_id} />
              </PageLink>
            </span>
          ))}
          {stale.length > 3 ? ' and others' : ''}
        </>
      )}
    </span>
  );
}
