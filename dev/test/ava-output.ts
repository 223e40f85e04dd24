/** What AVA's output says about a run. */
export interface AvaOutput {
  readonly passed: number;
  /** Failed tests, tests that did not end, uncaught exceptions and unhandled rejections. */
  readonly failed: number;
  /** Titles of the failed tests, each after the path of its file, whose parts are divided by `›`. */
  readonly failedTitles: readonly string[];
  /** The lines about uncaught exceptions and unhandled rejections, which AVA prints only between those of the tests. */
  readonly exceptions: readonly string[];
}

const failedTest = /^\s*✘ \[fail\]: (.*)/;
/** Failures that AVA counts in its summary in addition to failed tests. */
const otherFailures = /^\s*(\d+) (?:tests? remained pending|uncaught exceptions?|unhandled rejections?)/;
const exceptionStart = /^\s*(?:Uncaught exception|Unhandled rejection) in /;
const exceptionEnd = /^\s*[✔✘─ℹ]/;
/** The exceptions of a run are shown up to this number of lines. */
const maximumExceptionLines = 200;

/** @returns a function that reads the next chunk of the output, and returns what has been read in whole lines so far */
export function createAvaOutputReader(): (chunk: string) => AvaOutput {
  let rest = '';
  let passed = 0;
  let failed = 0;
  let isException = false;
  const exceptions: string[] = [];
  const failedTitles: string[] = [];
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (/^\s*✔ /.test(line)) passed += 1;
      const title = failedTest.exec(line)?.[1];
      if (title !== undefined) {
        failed += 1;
        failedTitles.push(title);
      }
      failed += Number(otherFailures.exec(line)?.[1] ?? 0);
      isException = exceptionStart.test(line) || (isException && !exceptionEnd.test(line));
      if (isException && exceptions.length < maximumExceptionLines) exceptions.push(line);
    }
    return { passed, failed, failedTitles, exceptions };
  };
}
