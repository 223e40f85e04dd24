import type { DocumentSection } from './document-section.ts';

/** Splits a page of Markdown at its headings. Lines in code blocks are no headings. Sections without text are left out. */
export function splitPage(markdown: string): readonly (Pick<DocumentSection, 'title' | 'heading' | 'text'> & {
  /** Of the heading, as GitHub forms it; empty for the text below the title. */
  readonly fragment: string;
})[] {
  const sections: { heading: string; lines: string[] }[] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const [, heading] = (isCode ? undefined : /^#{1,4} (.*)$/.exec(line)) ?? [];
    if (heading === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ heading: heading.replaceAll('`', '').trim(), lines: [] });
  }
  const title = sections[0]?.heading ?? '';
  return sections.flatMap(({ heading, lines }, index) => {
    const text = lines.join('\n').trim();
    return text === '' ? [] : [{ title, heading, text, fragment: index === 0 ? '' : fragmentOf(heading) }];
  });
}

function fragmentOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
