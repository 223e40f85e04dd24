import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Page } from '../shared/page.tsx';

export function NotFoundPage() {
  return (
    <Page route="not-found" title="Not found" state="ready">
      <Anchor component={Link} to="/">
        To the overview
      </Anchor>
    </Page>
  );
}
