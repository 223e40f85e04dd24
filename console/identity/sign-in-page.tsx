import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { RecordForm } from '../shared/record-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useEnter } from './use-enter.ts';

export function SignInPage() {
  const enter = useEnter();
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
          await enter(await dataOf(client.POST('/api/v1/auth/login', { body })));
        }}
      />
    </SignInFrame>
  );
}
