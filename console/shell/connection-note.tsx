import { Alert } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { setConnectionLost, useConnectionLost } from '../http/connection-state.ts';

const intervalMilliseconds = 4000;

/** Says once that the API cannot be reached, asks for it again, and reads the page anew when it is back. */
export function ConnectionNote() {
  const isLost = useConnectionLost();
  const wasLost = useRef(false);
  const queries = useQueryClient();
  useEffect(() => {
    if (!isLost) {
      if (wasLost.current) void queries.invalidateQueries();
      wasLost.current = false;
      return undefined;
    }
    wasLost.current = true;
    const timer = setInterval(() => {
      void fetch('/api/v1/healthz').then(
        (response) => setConnectionLost(!response.ok),
        () => undefined,
      );
    }, intervalMilliseconds);
    return () => clearInterval(timer);
  }, [isLost, queries]);
  return (
    <div role="status" aria-live="polite">
      {isLost ? (
        <Alert color="yellow" variant="outline" mb="md">
          The connection to the service is lost. The page continues by itself when it is back.
        </Alert>
      ) : null}
    </div>
  );
}
