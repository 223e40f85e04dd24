import { useState } from 'react';
import { dataOf, sessionTokensOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { RecordForm } from '../shared/record-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useEnter } from './use-enter.ts';

export function SignInPage() {
  const enter = useEnter();
  const [codeToken, setCodeToken] = useState<string>();
  if (codeToken !== undefined) return <CodePage token={codeToken} enter={enter} />;
  return (
    <SignInFrame
      route="/sign-in"
      title="Sign in"
      links={[
        ['/sign-up', 'Create an organization'],
        ['/password-reset', 'Forgot the password?'],
      ]}
    >
      <RecordForm
        label="Sign in"
        submit="Sign in"
        fields={[
          { name: 'email', label: 'Email', kind: 'email', required: true, autoComplete: 'username' },
          {
            name: 'password',
            label: 'Password',
            kind: 'password',
            required: true,
            autoComplete: 'current-password',
          },
        ]}
        onSubmit={async (values) => {
          const body = { email: values.text('email'), password: values.text('password') };
          const answer = await dataOf(client.POST('/api/v1/auth/login', { body }));
          if ('mfa_token' in answer) setCodeToken(answer.mfa_token);
          else await enter(answer);
        }}
      />
    </SignInFrame>
  );
}

/** Asks for the code of a user with a second factor. */
function CodePage({ token, enter }: { readonly token: string; readonly enter: ReturnType<typeof useEnter> }) {
  return (
    <SignInFrame route="/sign-in" title="Enter the code" links={[]}>
      <RecordForm
        label="Enter the code"
        submit="Sign in"
        fields={[
          {
            name: 'code',
            label: 'Code',
            required: true,
            autoComplete: 'one-time-code',
            description: 'Six digits of your authenticator app, or a recovery code',
          },
        ]}
        onSubmit={async (values) => {
          const body = { mfa_token: token, code: values.text('code') };
          await enter(await sessionTokensOf(client.POST('/api/v1/auth/login/mfa', { body })));
        }}
      />
    </SignInFrame>
  );
}
