import { answerLimits } from '../answer-limits.ts';
import { AnswerBudget } from '../scm/answer-budget.ts';
import { noteProgress } from '../../runtime/progress.ts';
import { ScmError } from '../scm/scm-error.ts';

const { pageBytes } = answerLimits.github;
/** Archives are streams, and have a limit of their own. */
const archivePath = /\/repos\/[^/]+\/[^/]+\/tarball\//;

/**
 * Returns the `fetch` of an Octokit: with a deadline, and with a limit of the bytes of each response. It reads the body,
 * because Octokit ignores errors of the body and returns an empty one.
 *
 * @param requestTimeoutMs of one attempt
 * @param operation counts the requests and bytes of an operation. Default: each request is an operation.
 */
export function githubFetch(requestTimeoutMs: number, operation?: AnswerBudget) {
  return (url: string, init: RequestInit): Promise<Response> => {
    const budget = operation ?? new AnswerBudget('GitHub');
    const answer = budget.run(async () => {
      const response = await fetch(url, {
        ...init,
        signal: init.signal ?? AbortSignal.timeout(requestTimeoutMs),
      });
      if (response.body === null || archivePath.test(url)) return response;
      const read = new Response(await readBytes(response.body, budget), response);
      // The constructor sets no URL.
      return Object.defineProperty(read, 'url', { value: response.url });
    });
    return answer.finally(noteProgress);
  };
}

/** @throws ScmError `too_large` */
async function readBytes(body: AsyncIterable<Uint8Array<ArrayBuffer>>, budget: AnswerBudget): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    budget.count(chunk.byteLength);
    // Leaving the loop cancels the body.
    if (bytes > pageBytes)
      throw budget.note(
        new ScmError('too_large', `GitHub sent more than ${pageBytes} bytes as one response.`),
      );
    chunks.push(chunk);
  }
  return new Blob(chunks);
}
