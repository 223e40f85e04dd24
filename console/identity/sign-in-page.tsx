import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { dataOf, sessionTokensOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { RecordForm } from '../shared/record-form.tsx';
import { useAddress } from '../shared/use-address.ts';
import { nextPath } from './next-path.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { textOfSsoError } from './sso-errors.ts';
import { useEnter } from './use-enter.ts';

export function SignInPage() {
  const enter = useEnter();
  const address = useAddress();
  const [codeToken, setCodeToken] = useState<string>();
  const [isSso, setSso] = useState(false);
  const error = address.one('error');
  if (codeToken !== undefined) return <CodePage token={codeToken} enter={enter} />;
  if (isSso) return <SsoEmailPage next={address.one('next')} back={() => setSso(false)} />;
  return (
    <SignInFrame
      route="/sign-in"
      title="Sign in"
      links={[
        ['/sign-up', 'Create an organization'],
        ['/password-reset', 'Forgot the password?'],
      ]}
    >
      {error === undefined ? null : (
        <Alert color="red" variant="outline" role="alert" title="You are not signed in">
          {textOfSsoError(error)}
        </Alert>
      )}
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
      <Button variant="default" onClick={() => setSso(true)}>
        Continue with single sign-on
      </Button>
    </SignInFrame>
  );
}

/** Asks for the email address, whose domain decides about the identity provider. */
function SsoEmailPage({ next, back }: { readonly next: string | undefined; readonly back: () => void }) {
  return (
    <SignInFrame route="/sign-in" title="Single sign-on">
      <RecordForm
        label="Single sign-on"
        submit="Continue"
        fields={[{ name: 'email', label: 'Email', kind: 'email', required: true, autoComplete: 'username' }]}
        onSubmit={async (values) => {
          const { origin } = globalThis.location;
          const query = new URLSearchParams({ email: values.text('email'), next: nextPath(next, origin) });
          globalThis.location.assign(`/api/v1/auth/sso?${query}`);
        }}
      />
      <Button variant="default" onClick={back}>
        Use a password
      </Button>
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
