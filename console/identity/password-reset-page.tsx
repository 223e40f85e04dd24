import { Text } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { RecordForm } from '../shared/record-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** Without a token: asks for the mail. With the token of the mail: sets the password. */
export function PasswordResetPage() {
  const { token } = useParams({ strict: false });
  const navigate = useNavigate();
  const [isSent, setSent] = useState(false);
  const links = [['/sign-in', 'Sign in']] as const;
  if (token === undefined)
    return (
      <SignInFrame route="/password-reset/{token?}" title="Reset the password" links={links}>
        {isSent ? (
          <Text role="status">
            If an account has this address, a mail with a link is on its way. It is valid for 30 minutes.
          </Text>
        ) : (
          <RecordForm
            label="Reset the password"
            submit="Send the mail"
            fields={[
              { name: 'email', label: 'Email', kind: 'email', required: true, autoComplete: 'username' },
            ]}
            onSubmit={async (values) => {
              await dataOf(
                client.POST('/api/v1/auth/password-reset', { body: { email: values.text('email') } }),
              );
              setSent(true);
            }}
          />
        )}
      </SignInFrame>
    );
  return (
    <SignInFrame route="/password-reset/{token?}" title="Set a new password" links={links}>
      <RecordForm
        label="Set a new password"
        submit="Set the password"
        fields={[
          {
            name: 'new_password',
            label: 'New password',
            kind: 'password',
            required: true,
            description: 'At least 12 characters, not a common one. All sessions end.',
            autoComplete: 'new-password',
          },
        ]}
        onSubmit={async (values) => {
          const body = { token, new_password: values.text('new_password') };
          await dataOf(client.POST('/api/v1/auth/password-reset/confirm', { body }));
          await navigate({ to: '/sign-in' });
        }}
      />
    </SignInFrame>
  );
}
