import { Group } from '@mantine/core';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { reviewedPaths } from './send-reviews.ts';

/** Confirms or rejects a membership that was inferred. */
export function ReviewButtons({ id }: { readonly id: string }) {
  const params = { path: { id } };
  const confirm = (learns: boolean) =>
    dataOf(client.POST('/api/v1/memberships/{id}/confirm', { params, body: { learn_rule: learns } }));
  return (
    <Group gap={4} wrap="nowrap">
      <ActionButton refresh={reviewedPaths} done="Confirmed" run={() => confirm(false)}>
        Confirm
      </ActionButton>
      <FormDialog
        button="Reject"
        variant="default"
        title="Reject the membership"
        submit="Reject"
        refresh={reviewedPaths}
        fields={[
          { name: 'reason', label: 'Reason', kind: 'long', description: 'Shown with the membership.' },
        ]}
        onSubmit={(values) => {
          const reason = values.optional('reason');
          const body = reason === undefined ? {} : { reason };
          return dataOf(client.POST('/api/v1/memberships/{id}/reject', { params, body }));
        }}
      />
      <ActionButton
        refresh={reviewedPaths}
        done="Confirmed, and a rule was learned"
        run={() => confirm(true)}
      >
        Confirm and learn
      </ActionButton>
    </Group>
  );
}
