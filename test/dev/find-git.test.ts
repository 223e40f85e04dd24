import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { findGitProblem } from '../../dev/scm-servers/find-git.ts';

test('names the version of git that the demo needs', async (t) => {
  t.is(await findGitProblem(), undefined);
  t.regex(
    (await findGitProblem('no-such-git')) ?? '',
    /^needs git 2\.38 or later on PATH; git was not found$/,
  );
  const folder = await mkdtemp(path.join(os.tmpdir(), 'old-git-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const old = path.join(folder, 'git');
  await writeFile(old, '#!/bin/sh\necho git version 2.34.1\n', { mode: 0o755 });
  t.regex((await findGitProblem(old)) ?? '', /found git version 2\.34\.1$/);
});
