import { cutText } from '../text/storable.ts';
import type { EventBody, EventData } from './event.ts';

/** What a message tells about a batch of events. */
export interface EventSummary {
  readonly organizationName: string;
  /** Events by type, without those of first scans. */
  readonly counts: readonly { readonly type: string; readonly count: number }[];
  /** The first events that no first scan has found; at most ten are used. */
  readonly first: readonly EventBody[];
  /** Resources that the first complete scans of accounts found. */
  readonly firstScans: readonly { readonly accountName: string; readonly resources: number }[];
}

const detailed = 10;
/** Of a name. Names of resources have up to 2,048 characters. */
const nameCharacters = 150;

/** Returns the body of a request to an incoming webhook of Slack. Slack makes no names to mentions and shows no previews. */
export function slackBody(summary: EventSummary, publicUrl: string): string {
  return JSON.stringify({
    text: slackMessage(summary, publicUrl),
    parse: 'none',
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
  });
}

/**
 * Returns the text of a message: a line for each type with its count, the first ten events in detail, and how many more there
 * are. Texts of customers are escaped, so that they can neither mention nor link.
 * Source: Slack, "Formatting text for app surfaces", escaping.
 */
export function slackMessage(
  { organizationName, counts, first, firstScans }: EventSummary,
  publicUrl: string,
): string {
  const shown = first.slice(0, detailed);
  const more = counts.reduce((sum, { count }) => sum + count, 0) - shown.length;
  return [
    `*${escapeSlack(organizationName)}*`,
    ...firstScans.map(
      ({ accountName, resources }) =>
        `The first scan of ${escapeSlack(accountName)} found ${resources} ${resources === 1 ? 'resource' : 'resources'}.`,
    ),
    ...counts.map(({ type, count }) => `${count} × ${type}`),
    ...shown.map((event) => `• ${detailOf(event, publicUrl)}`),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join('\n');
}

/** Escapes a text for a message of Slack, on one line. */
export function escapeSlack(text: string): string {
  return cutText(text.replaceAll(/\s+/g, ' ').trim(), nameCharacters)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[*_~`|]/g, (mark) => `\u200B${mark}`);
}

function detailOf({ type, data }: EventBody, publicUrl: string): string {
  const record = recordOf(data);
  const name = record === undefined ? '' : escapeSlack(String(record.name));
  const link = linkOf(type, record, publicUrl);
  const facts = [
    record?.type,
    record?.account_id,
    record?.region,
    statusOf(data),
    Array.isArray(data['attributes']) ? data['attributes'].slice(0, 5).join(', ') : undefined,
    risksOf(data),
  ].filter((fact): fact is string => typeof fact === 'string' && fact !== '');
  const text = link === undefined ? name : `<${link}|${name}>`;
  return [`${type}: ${text}`, ...facts.map(escapeSlack)].join(' · ');
}

interface EventRecord {
  readonly id: string;
  readonly name: string;
  readonly type?: string;
  readonly account_id?: string;
  readonly region?: string;
}

/** The record is the first object of the data that has an id and a name. */
function recordOf(data: EventData): EventRecord | undefined {
  return Object.values(data).find(
    (value): value is EventRecord =>
      typeof value === 'object' && value !== null && 'id' in value && 'name' in value,
  );
}

/** The pages of the console, by the first part of the type. */
const pages: Readonly<Record<string, string>> = {
  resource: '/resources/{id}',
  ownership_issue: '/ownership',
  scan: '/scans/{id}',
  account: '/accounts/{id}',
  connection: '/connections/{id}',
  scm_connection: '/source-control',
  state_source: '/state-sources/{id}',
  plan: '/plans/{id}',
  rule: '/ownership',
  query: '/queries',
  audit: '/settings/audit-log',
};

function linkOf(type: string, record: EventRecord | undefined, publicUrl: string): string | undefined {
  const page = pages[type.slice(0, type.indexOf('.'))];
  if (page === undefined || record === undefined) return undefined;
  return `${publicUrl.replace(/\/$/, '')}${page.replace('{id}', encodeURIComponent(record.id))}`;
}

function statusOf(data: EventData): string | undefined {
  if (typeof data['from'] === 'string' && typeof data['to'] === 'string')
    return `${data['from']} → ${data['to']}`;
  return typeof data['status'] === 'string' ? data['status'] : undefined;
}

function risksOf(data: EventData): string | undefined {
  const risks = data['risks'];
  if (typeof risks !== 'object' || risks === null) return undefined;
  return Object.entries(risks)
    .filter(([, count]) => typeof count === 'number' && count > 0)
    .map(([severity, count]) => `${count} ${severity}`)
    .join(', ');
}
