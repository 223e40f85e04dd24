import { pipeline, Readable, Transform } from 'node:stream';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { answerLimits } from '../answer-limits.ts';
import { noteProgress } from '../../runtime/progress.ts';

type Handle = NodeHttpHandler['handle'];

const { responseBytes } = answerLimits.aws;

/**
 * The SDK's HTTP handler, which ends responses that are too large, and rejects responses that a proxy between this process and
 * AWS wrote. The SDK reads an HTML page or an empty body with the status 200 as an empty list (protocols with XML), so that a
 * scan would mark resources as deleted.
 */
export class AwsHttpHandler extends NodeHttpHandler {
  /** @throws Error `NetworkingError`, which callers retry. */
  override async handle(...call: Parameters<Handle>): ReturnType<Handle> {
    const result = await super.handle(...call).finally(noteProgress);
    const { headers, statusCode } = result.response;
    if (isOfAws(headers, statusCode)) {
      // The reader of an object of S3 reads it as a stream, and has its own limit.
      if (call[0].query['x-id'] !== 'GetObject') result.response.body = limited(result.response.body);
      return result;
    }
    (result.response.body as { destroy?(): void } | undefined)?.destroy?.();
    throw Object.assign(
      new Error(
        `The response is not one of AWS: status ${statusCode}, ${headers['content-type'] ?? 'no type'}`,
      ),
      { name: 'NetworkingError' },
    );
  }
}

/**
 * Every response of AWS has the id of its request in a header. Source: `deserializeMetadata` of the SDK's clients. Other
 * responses without the id are accepted, because the SDK cannot read them as an empty list: it reads the status of an error
 * without a body.
 */
function isOfAws(headers: Readonly<Record<string, string>>, status: number): boolean {
  if (Object.keys(headers).some((name) => /^x-amzn?-request-?id$/i.test(name))) return true;
  if (/\bhtml\b/i.test(headers['content-type'] ?? '')) return false;
  return status >= 300 || headers['content-length'] !== '0';
}

/** Returns the body, which fails beyond {@link answerLimits}. The SDK reads the whole body into memory. */
function limited(body: unknown): unknown {
  if (!(body instanceof Readable)) return body;
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= responseBytes) return done(null, chunk);
      done(
        Object.assign(new Error(`AWS sent more than ${responseBytes} bytes as one response.`), {
          name: 'ResponseTooLarge',
        }),
      );
    },
  });
  // The reader gets the error of either stream.
  pipeline(body, limit, () => undefined);
  return limit;
}
