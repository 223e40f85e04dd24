import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '../../api-client/create-typed-client.ts';

/** Names the reason of a failed request, its id for the operator, and a way to repeat it. */
export function FailureNote({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const { title, detail, requestId } = wordsOfFailure(error);
  return (
    <Alert icon={<IconAlertTriangle aria-hidden />} color="red" title={title} role="alert" variant="outline">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{detail}</Text>
        {requestId === undefined ? null : (
          <Text size="sm">
            Request <Code>{requestId}</Code>
          </Text>
        )}
        {onRetry === undefined ? null : (
          <Group>
            <Button size="xs" variant="default" onClick={onRetry}>
              Try again
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

/** Returns the words for a failed request. */
export function wordsOfFailure(error: unknown): {
  readonly title: string;
  readonly detail: string;
  readonly requestId?: string;
} {
  if (!(error instanceof ApiError))
    return { title: 'The service cannot be reached', detail: 'The page tries again by itself.' };
  const { status, code, reason, requestId } = error;
  return {
    title: titles[status] ?? 'The request failed',
    detail: `${reason} (${code})`,
    ...(requestId === undefined ? {} : { requestId }),
  };
}

const titles: Readonly<Record<number, string>> = {
  400: 'The request was not accepted',
  403: 'Not permitted',
  404: 'Not found',
  409: 'The state does not allow it',
  429: 'Too many requests',
  503: 'A provider is not available',
};
