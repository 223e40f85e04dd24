const texts = {
  bound: 'The GitHub App is installed and connected to the organization',
  requested:
    'An owner of the GitHub account must approve the installation. Then start the installation again in the organization',
  pending: 'The installation is being confirmed, which takes at most ten minutes, for the organization',
} as const;

/**
 * Returns the HTML page for the browser that GitHub redirects. The page names the organization, because the link with the
 * state can come from a member of another organization. It has no script. Its link opens the pages for people.
 */
export function installationPage(
  status: keyof typeof texts,
  organizationName: string,
  pages: string | undefined,
): string {
  const link = pages === undefined ? '' : `<p><a href="${escapeHtml(pages)}">Continue</a></p>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>GitHub App</title></head><body><p>${texts[status]} “${escapeHtml(organizationName)}”.</p>${link}</body></html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
