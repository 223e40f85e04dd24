import { Code, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { getting } from '../http/queries.ts';
import { FormDialog } from '../shared/form-dialog.tsx';
import { RecordForm } from '../shared/record-form.tsx';
import type { Field } from '../shared/record-form.tsx';

const path = '/api/v1/auth/mfa';
const password: Field = {
  name: 'password',
  label: 'Password',
  kind: 'password',
  required: true,
  autoComplete: 'current-password',
};
const code: Field = {
  name: 'code',
  label: 'Code',
  required: true,
  autoComplete: 'one-time-code',
  description: 'Six digits of the authenticator app',
};

/** Adds or removes the second factor of the user. */
export function SecondFactorButtons() {
  const { data } = useQuery(getting(path));
  if (data === undefined) return null;
  return data.enrolled ? (
    <FormDialog
      button="Remove second factor"
      variant="default"
      title="Remove the second factor"
      submit="Remove"
      refresh={[path]}
      intro={<Text size="sm">{`${data.recovery_codes_left} recovery codes are left.`}</Text>}
      fields={[password, { ...code, description: 'Six digits of the authenticator app, or a recovery code' }]}
      onSubmit={(values) =>
        dataOf(
          client.DELETE('/api/v1/auth/mfa/totp', {
            body: { password: values.text('password'), code: values.text('code') },
          }),
        )
      }
    />
  ) : (
    <FormDialog
      button="Add second factor"
      variant="default"
      title="Add a second factor"
      submit="Continue"
      refresh={[]}
      intro={data.required ? <Text size="sm">Your organization requires a second factor.</Text> : undefined}
      fields={[password]}
      onSubmit={(values) =>
        dataOf(client.POST('/api/v1/auth/mfa/totp', { body: { password: values.text('password') } }))
      }
      result={(enrolment) => <Enrolment {...enrolment} />}
    />
  );
}

function Enrolment({ qr, secret }: { readonly qr: string; readonly secret: string }) {
  const queries = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined)
    return (
      <Stack gap="sm">
        <Text size="sm">
          The second factor is added, and your other sessions have ended. Keep these recovery codes where the
          app is not: each replaces one code of the app, and they are not shown again.
        </Text>
        <Code block>{codes.join('\n')}</Code>
      </Stack>
    );
  return (
    <Stack gap="sm">
      <img
        src={`data:image/svg+xml;base64,${btoa(qr)}`}
        alt="QR code for the authenticator app"
        width={200}
        height={200}
      />
      <Text size="sm">Scan the code with an authenticator app, or type the secret:</Text>
      <Code>{secret}</Code>
      <RecordForm
        label="Confirm the second factor"
        submit="Confirm"
        fields={[code]}
        onSubmit={async (values) => {
          const body = { code: values.text('code') };
          const confirmed = await dataOf(client.POST('/api/v1/auth/mfa/totp/confirm', { body }));
          setCodes(confirmed.recovery_codes);
          await queries.invalidateQueries();
        }}
      />
    </Stack>
  );
}
