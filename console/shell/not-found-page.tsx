import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PageFrame } from '../shared/page-frame.tsx';

export function NotFoundPage() {
  return (
    <PageFrame route="not-found" title="Not found" state="ready">
      <Anchor component={Link} to="/">
        To the overview
      </Anchor>
    </PageFrame>
  );
}
