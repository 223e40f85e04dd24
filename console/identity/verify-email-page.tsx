import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { FailureNote } from '../shared/failure-note.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** Asks before it uses the token: mail programs open links before people do. */
export function VerifyEmailPage() {
  const { token = '' } = useParams({ strict: false });
  const verify = useMutation({
    mutationFn: () => dataOf(client.POST('/api/v1/auth/verify-email', { body: { token } })),
  });
  return (
    <SignInFrame
      route="/verify-email/{token}"
      title="Verify the email address"
      links={[['/', 'To the inventory']]}
    >
      {verify.isSuccess ? (
        <Text role="status">The address is verified.</Text>
      ) : (
        <>
          {verify.isError ? <FailureNote error={verify.error} /> : null}
          <Button loading={verify.isPending} onClick={() => verify.mutate()}>
            Verify
          </Button>
        </>
      )}
    </SignInFrame>
  );
}
