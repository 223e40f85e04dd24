import { z } from 'zod';
import { rankSections } from '../../../domain/assistant/documentation/rank-sections.ts';
import { sectionText } from '../../../domain/assistant/documentation/section-text.ts';
import { documentationSections } from '../documentation/documentation-sections.ts';
import { toolRow } from './shared/entities.ts';
import { readFreshness } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';

/** Sections that a call returns. */
const maximumSections = 5;

export const searchDocumentationTool = defineTool({
  name: 'search_documentation',
  description:
    'Searches the documentation of this product, for questions about how it works and how to use it. Answer with the sections ' +
    'and cite them: the citation is the link.',
  permission: 'organization:read',
  parameters: z.strictObject({
    documentation_query: z.string().min(1).max(300).describe('Words of the question'),
  }),
  async run(context, args) {
    const found = rankSections(documentationSections(), args.documentation_query);
    return {
      rows: found
        .slice(0, maximumSections)
        .map(({ id, title, heading, url, text }) =>
          toolRow(
            { type: 'document', id, name: heading === title ? title : `${title}: ${heading}`, url },
            { title, heading, text: sectionText(text) },
            ['title', 'heading', 'text'],
          ),
        ),
      total: null,
      truncated: found.length > maximumSections,
      freshness: await readFreshness(context),
    };
  },
});
