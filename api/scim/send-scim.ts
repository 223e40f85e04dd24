import type { Response } from 'express';
import { ScimError, toScimError } from '../../domain/scim/scim-error.ts';
import type { Logger } from '../../runtime/logger.ts';
import { sendError } from '../http/response/send-error.ts';

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Sends a resource or message of SCIM; nothing with the status 204. */
export function sendScim(
  response: Response,
  status: number,
  body: Readonly<Record<string, unknown>> | undefined,
): void {
  response.statusCode = status;
  if (body === undefined) {
    response.end();
    return;
  }
  const text = JSON.stringify(body);
  response.setHeader('Content-Type', 'application/scim+json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

/**
 * Sends an error of RFC 7644, section 3.12, with `code` and `message` as the API has them. An error of no catalogue is logged
 * and sent without details.
 */
export function sendScimError(response: Response, thrown: unknown, logger: Logger): void {
  const { error, scimType, status } = toScimError(thrown);
  const original = thrown instanceof ScimError ? error : thrown;
  sendError(response, original, logger, ({ code, message }) =>
    sendScim(response, status, {
      schemas: [errorSchema],
      status: String(status),
      ...(scimType === undefined ? {} : { scimType }),
      detail: message,
      code,
      message,
    }),
  );
}
