import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { RecordForm } from '../shared/record-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useEnter } from './use-enter.ts';

export function SignUpPage() {
  const enter = useEnter();
  return (
    <SignInFrame
      route="/sign-up"
      title="Create an organization"
      intro="You become its first administrator."
      links={[['/sign-in', 'Sign in to an organization that exists']]}
    >
      <RecordForm
        label="Create an organization"
        submit="Create organization"
        fields={[
          { name: 'organization_name', label: 'Organization', required: true, autoComplete: 'organization' },
          { name: 'name', label: 'Your name', required: true, autoComplete: 'name' },
          { name: 'email', label: 'Email', kind: 'email', required: true, autoComplete: 'username' },
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
          const body = {
            organization_name: values.text('organization_name'),
            name: values.text('name'),
            email: values.text('email'),
            password: values.text('password'),
          };
          await enter(await dataOf(client.POST('/api/v1/auth/signup', { body })));
        }}
      />
    </SignInFrame>
  );
}
