import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { getting } from '../http/queries.ts';
import { InventoryText } from '../shared/inventory-text.tsx';
import { plainWords } from '../shared/numbers.ts';
import { Loaded, stateOf } from '../shared/page-frame.tsx';
import { RecordForm } from '../shared/record-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useEnter } from './use-enter.ts';

export function InvitationPage() {
  const { token = '' } = useParams({ strict: false });
  const enter = useEnter();
  const query = useQuery(getting('/api/v1/auth/invitations/{token}', { path: { token } }));
  const invitation = query.data;
  return (
    <SignInFrame
      route="/invitations/{token}"
      title="Accept the invitation"
      state={stateOf(query)}
      links={[['/sign-in', 'Sign in']]}
      intro={
        invitation === undefined ? undefined : (
          <>
            <InventoryText text={invitation.email} /> joins{' '}
            <InventoryText text={invitation.organization.name} /> as{' '}
            {invitation.roles
              .map((role) => (role.includes('-') ? 'a custom role' : plainWords(role)))
              .join(', ')}
            .
          </>
        )
      }
    >
      <Loaded query={query} rows={3}>
        <RecordForm
          label="Accept the invitation"
          submit="Accept"
          fields={[
            { name: 'name', label: 'Your name', required: true, autoComplete: 'name' },
            {
              name: 'password',
              label: 'Password',
              kind: 'password',
              required: true,
              description: 'At least 12 characters, not a common one',
              autoComplete: 'new-password',
            },
          ]}
          onSubmit={async (values) => {
            const body = { name: values.text('name'), password: values.text('password') };
            const params = { path: { token } };
            await enter(
              await dataOf(client.POST('/api/v1/auth/invitations/{token}/accept', { params, body })),
            );
          }}
        />
      </Loaded>
    </SignInFrame>
  );
}
