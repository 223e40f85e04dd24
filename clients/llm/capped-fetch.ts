import { answerLimits } from '../answer-limits.ts';

const { responseBytes: maximumBytes, lineBytes: maximumLineBytes } = answerLimits.model;
const lineFeed = 10;

/** `fetch` for providers: follows no redirect, because the request has an API key, and ends a response that is too large. */
export async function cappedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  let bytes = 0;
  let lineBytes = 0;
  const capped = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        const lineEnd = chunk.lastIndexOf(lineFeed);
        lineBytes = lineEnd === -1 ? lineBytes + chunk.byteLength : chunk.byteLength - lineEnd - 1;
        if (bytes > maximumBytes || lineBytes > maximumLineBytes)
          controller.error(new Error('The response of the model provider is too large.'));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(capped, response);
}
