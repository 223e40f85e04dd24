import type { GroupedGraph } from './group-graph.ts';

export const pictureNodeSize = { width: 150, height: 34 } as const;

/** The upper left corner and the size of a node or of an open group, in pixels. */
export interface PicturePosition {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const margin = 20;
const maximumLabel = 22;

/** Returns a picture as the text of an SVG file. Names are escaped, so that they are text in it. */
export function graphSvg(
  { nodes, edges, groups }: GroupedGraph,
  positions: ReadonlyMap<string, PicturePosition>,
): string {
  const all = [...positions.values()];
  const right = Math.max(0, ...all.map(({ x, width }) => x + width)) + margin;
  const bottom = Math.max(0, ...all.map(({ y, height }) => y + height)) + margin;
  const boxes = groups.flatMap(({ id, name, isOpen }) => {
    const box = positions.get(id);
    return box === undefined || !isOpen
      ? []
      : [
          `<rect ${rectangle(box)} fill="#f6f7f9" stroke="#7c8894" stroke-dasharray="4 3"/>`,
          `<text x="${box.x + 8}" y="${box.y + 18}">${escaped(cutLabel(name))}</text>`,
        ];
  });
  const lines = edges.flatMap(({ source, target, label }) => {
    const [from, to] = [positions.get(source), positions.get(target)];
    if (from === undefined || to === undefined) return [];
    const [x1, y1] = [from.x + from.width, from.y + from.height / 2];
    const [x2, y2] = [to.x, to.y + to.height / 2];
    return [
      `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#7c8894" marker-end="url(#arrow)"><title>${escaped(label)}</title></line>`,
    ];
  });
  const marks = nodes.flatMap(({ id, name, kind, members }) => {
    const at = positions.get(id);
    const label = members === undefined ? cutLabel(name) : `${cutLabel(name)} (${members})`;
    return at === undefined
      ? []
      : [
          `<g><title>${escaped(`${name} ${kind}`)}</title><rect ${rectangle(at)} rx="5" fill="#ffffff" stroke="#7c8894"/>`,
          `<text x="${at.x + at.width / 2}" y="${at.y + at.height / 2 + 4}" text-anchor="middle">${escaped(label)}</text></g>`,
        ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-margin} ${-margin} ${right + margin} ${bottom + margin}" font-family="sans-serif" font-size="11">`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#7c8894"/></marker></defs>',
    ...boxes,
    ...lines,
    ...marks,
    '</svg>',
  ].join('\n');
}

/** Returns a name as it fits into a node. */
export function cutLabel(name: string): string {
  return name.length > maximumLabel ? `${name.slice(0, maximumLabel)}…` : name;
}

function rectangle({ x, y, width, height }: PicturePosition): string {
  return `x="${x}" y="${y}" width="${width}" height="${height}"`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes markup, and leaves out control characters, which XML does not allow. */
function escaped(text: string): string {
  return text
    .slice(0, 300)
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, ' ')
    .toWellFormed()
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
}
