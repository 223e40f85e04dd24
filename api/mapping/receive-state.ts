import type { z } from 'zod';
import { parsePushedStateInThread } from '../../commands/mapping/parse/parse-state-in-thread.ts';
import type { PushedState } from '../../commands/mapping/parse/parse-state-in-thread.ts';
import { StateRejected } from '../../commands/mapping/parse/state-rejected.ts';
import { errors } from '../../domain/errors.ts';
import { InflateRejected } from '../../runtime/inflate-chunks.ts';
import type { InflateProblem } from '../../runtime/inflate-chunks.ts';
import type { ReceiveContext } from '../http/operation.ts';
import { disconnectSignal } from '../http/request/client-disconnected.ts';
import { encodingOf, receiveChunks } from '../http/request/receive-chunks.ts';
import { validate } from '../http/request/validate.ts';
import { pushReportOf, statePushFields } from './state-push-schemas.ts';
import type { PushReport, stateQuery } from './state-push-schemas.ts';

/** A state as it was received and parsed. */
export class ReceivedState {
  readonly report: PushReport;
  readonly pushed: PushedState;

  constructor(report: PushReport, pushed: PushedState) {
    this.report = report;
    this.pushed = pushed;
  }

  /** Returns the value that an `Idempotency-Key` compares. */
  toJSON(): object {
    return { report: this.report, hash: this.pushed.hash };
  }
}

/**
 * Receives the body of a request, parses it in a worker thread, and passes the entries to `work`. The state itself is not
 * kept. Two bodies of an organization are read and stored at once; others, which have arrived, wait for up to 30 seconds.
 *
 * @throws CatalogueError `invalid_body` for a body that is not JSON, `validation_failed` for JSON that is no state,
 *   `rate_limited` when no permit became free
 */
export async function receiveState(
  { query, principal, services, request, response }: ReceiveContext<z.output<typeof stateQuery>>,
  work: (body: ReceivedState) => Promise<unknown>,
): Promise<unknown> {
  const { organizationId } = principal;
  const isInQuery = query.repository !== undefined || query.name !== undefined;
  const [unused] = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (!isInQuery && unused !== undefined)
    throw errors.validationFailed(
      unused,
      'requires `repository` or `name` in the query. With an envelope, send it in the body',
    );
  const encoding = encodingOf(request);
  const maximumMegabytes = services.configuration.stateMaxMegabytes;
  const signal = disconnectSignal(response);
  const hmacKey = await services.secretHashKeys(organizationId);
  const body = await services.ingestSpool.receive(
    organizationId,
    receiveChunks(request),
    maximumMegabytes * 1024 * 1024,
  );
  const read = async () => {
    const pushed = await parsePushedStateInThread(
      services.ingestDocuments,
      organizationId,
      { form: isInQuery ? 'state' : 'envelope', encoding, hmacKey, chunks: body.chunks(), maximumMegabytes },
      signal,
    ).catch(throwCatalogueError);
    const fields = isInQuery ? query : validate(statePushFields, withoutState(pushed.envelope), 'body');
    return work(new ReceivedState(pushReportOf(fields), pushed));
  };
  return services.ingestSlots.run(organizationId, read, signal).finally(() => body.close());
}

/** The envelope has `null` in place of the state. */
function withoutState(envelope: PushedState['envelope']): object {
  const { state: _, ...fields } = (envelope ?? {}) as Readonly<Record<string, unknown>>;
  return fields;
}

const inflateTexts: Readonly<Record<InflateProblem, string>> = {
  empty: 'The body is empty. Send the output of `terraform state pull`.',
  gzip_missing:
    'The body is not gzip, but the header `Content-Encoding` says so. Compress it, or omit the header.',
  gzip_truncated: 'The gzip data of the body ends too early. Send the whole file.',
  gzip_corrupt: 'The gzip data of the body is damaged. Send it unchanged with `curl --data-binary`.',
  inflated_too_large: 'The body is too large when it is inflated.',
};

function throwCatalogueError(error: unknown): never {
  if (error instanceof InflateRejected) throw errors.invalidBody(inflateTexts[error.problem]);
  if (!(error instanceof StateRejected)) throw error;
  throw error.isReadable
    ? errors.validationFailed('state', `${error.problem}: ${error.message}`)
    : errors.invalidBody(error.message);
}
