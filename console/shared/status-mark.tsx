import {
  IconAlertTriangle,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconEyeOff,
  IconProgress,
} from '@tabler/icons-react';
import { plainWords } from './numbers.ts';

type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'quiet' | 'open';

const icons = {
  good: IconCircleCheck,
  bad: IconCircleX,
  warn: IconAlertTriangle,
  busy: IconProgress,
  quiet: IconCircleDashed,
  open: IconCircle,
} as const;

/** The tone of every status of the API. A tone is an icon and a colour, so that it does not depend on colour alone. */
const tones: Readonly<Record<string, Tone>> = {
  ...toneOf(
    'good',
    'managed active passed connected succeeded done in_sync complete confirmed declared delivered synced success completed resolved accepted ok created merged',
  ),
  ...toneOf(
    'bad',
    'failed error invalid denied revoked deleted rejected high stops exposed deactivated refused not_permitted blocked_by_scp delete',
  ),
  ...toneOf(
    'warn',
    'unmanaged drifted degraded partial unreachable suspended throttled stale departed missing medium failing critical replace reappeared degrades unlinked',
  ),
  ...toneOf('busy', 'running queued validating in_progress syncing deleting pending updated update inferred'),
  ...toneOf(
    'quiet',
    'unknown child default ignored unobserved skipped cancelled never unsupported disabled expired archived low removed retired closed',
  ),
};

/** A status as an icon with its word. */
export function StatusMark({ value }: { readonly value: string | undefined }) {
  if (value === undefined) return <span className="missing">–</span>;
  const tone = tones[value] ?? 'open';
  const Icon =
    value === 'pending' || value === 'queued' ? IconClock : value === 'ignored' ? IconEyeOff : icons[tone];
  return (
    <span className={`status-mark tone-${tone}`}>
      <Icon size={15} stroke={2} aria-hidden />
      <span>{plainWords(value)}</span>
    </span>
  );
}

function toneOf(tone: Tone, values: string): Record<string, Tone> {
  return Object.fromEntries(values.split(' ').map((value) => [value, tone]));
}
