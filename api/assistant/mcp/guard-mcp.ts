import type { RequestHandler } from 'express';
import { errors } from '../../../domain/errors.ts';
import { sendError } from '../../http/response/send-error.ts';
import { sendJson } from '../../http/response/send-json.ts';
import { localsOf } from '../../http/request/request-locals.ts';
import { discardBody } from '../../http/request/discard-body.ts';
import type { Services } from '../../services.ts';

/**
 * Checks a request for MCP before its credential. The server has no sessions and no streams, so that it answers only POST
 * (revision 2025-11-25, "Listening for Messages from the Server"). A page of a foreign origin is refused, as the section
 * "Security Warning" demands; programs send no Origin.
 */
export function guardMcp({ configuration, logger }: Services): RequestHandler {
  const ownOrigins = new Set(
    [configuration.webOrigin, configuration.publicUrl].flatMap((url) =>
      url === undefined ? [] : [new URL(url).origin],
    ),
  );
  return (request, response, next) => {
    if (request.method !== 'POST') {
      const { code, message } = errors.notFound();
      localsOf(response).code = code;
      response.setHeader('Allow', 'POST');
      sendJson(response, 405, { code, message });
      discardBody(request);
      return;
    }
    const { origin } = request.headers;
    if (origin === undefined || ownOrigins.has(origin)) next();
    else sendError(response, errors.forbidden('Requests of this origin are refused.'), logger);
  };
}
