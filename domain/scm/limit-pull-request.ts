import { cutText, storableText } from '../text/storable.ts';
import type { ProviderPullRequest } from './provider-records.ts';

/** Most UTF-16 code units of the texts of a pull request. GitHub and GitLab allow less in the fields of their users. */
const longest = { title: 1000, authorLogin: 255, sourceBranch: 1000, targetBranch: 1000, url: 2000 } as const;
const maximumLabelLength = 255;
/** Source: GitHub, "Managing labels": 100 labels an issue. GitLab has no limit. */
const maximumLabels = 100;

const fieldNames = {
  title: 'title',
  authorLogin: 'author_login',
  sourceBranch: 'source_branch',
  targetBranch: 'target_branch',
  url: 'url',
} as const;

export interface LimitedPullRequest {
  readonly request: ProviderPullRequest;
  /** Names of the fields that were cut, as the API names them. */
  readonly truncated: readonly string[];
}

/** Cuts the texts of a pull request, and replaces characters that Postgres does not store. */
export function limitPullRequest(given: ProviderPullRequest): LimitedPullRequest {
  const truncated: string[] = [];
  const limit = (field: keyof typeof longest): string => {
    const text = storableText(given[field]);
    if (text.length > longest[field]) truncated.push(fieldNames[field]);
    return cutText(text, longest[field]);
  };
  const request = {
    ...given,
    title: limit('title'),
    authorLogin: limit('authorLogin'),
    sourceBranch: limit('sourceBranch'),
    targetBranch: limit('targetBranch'),
    url: limit('url'),
    headSha: storableText(given.headSha).slice(0, 64),
    labels: given.labels
      .slice(0, maximumLabels)
      .map((label) => cutText(storableText(label), maximumLabelLength)),
  };
  const areLabelsCut =
    given.labels.length > maximumLabels || given.labels.some((label) => label.length > maximumLabelLength);
  return { request, truncated: areLabelsCut ? [...truncated, 'labels'] : truncated };
}
