import { questionSet } from './assistant/question-set.ts';
import { stream } from './assistant/stream.ts';
import { automation } from './automation/automation.ts';
import { attribution } from './attribution/attribution.ts';
import type { Bench } from './bench.ts';
import { chaos } from './chaos.ts';
import { consoleBench } from './console/console-bench.ts';
import { demo } from './demo.ts';
import { drift } from './drift/drift.ts';
import { feeds } from './feeds/feeds.ts';
import { fleet } from './fleet/fleet.ts';
import { graph } from './graph/graph.ts';
import { inference } from './inference/inference.ts';
import { ingest } from './ingest/ingest.ts';
import { login } from './login.ts';
import { mapping } from './mapping/mapping.ts';
import { unmanaged } from './mapping/unmanaged.ts';
import { ownershipSearch } from './ownership/ownership-search.ts';
import { onboarding } from './onboarding/onboarding.ts';
import { pointRead } from './point-read.ts';
import { questions } from './questions/questions.ts';
import { search } from './search/search.ts';
import { scan } from './scan/scan.ts';
import { scm } from './scm/scm.ts';

/** All benchmarks. `npm run bench -- <name>` runs one. */
export const benches: readonly Bench[] = [
  demo,
  pointRead,
  login,
  scan,
  search,
  onboarding,
  feeds,
  fleet,
  scm,
  mapping,
  unmanaged,
  drift,
  inference,
  ownershipSearch,
  graph,
  ingest,
  attribution,
  automation,
  questionSet,
  questions,
  stream,
  consoleBench,
  chaos,
];
