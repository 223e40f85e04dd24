import { useEffect } from 'react';
import { FailureNote } from '../shared/failure-note.tsx';
import { PageFrame } from '../shared/page-frame.tsx';

const reload = () => globalThis.location.reload();

/** A page whose script could not be loaded, or failed. It loads again when the connection is back. */
export function FailedPage({ error }: { readonly error: unknown }) {
  useEffect(() => {
    globalThis.addEventListener('online', reload);
    return () => globalThis.removeEventListener('online', reload);
  }, []);
  return (
    <PageFrame route="failed" title="The page could not be shown" state="failed">
      <FailureNote error={error} onRetry={reload} />
    </PageFrame>
  );
}
