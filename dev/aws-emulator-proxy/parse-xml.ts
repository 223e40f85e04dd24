export type XmlValue = string | readonly XmlValue[] | { readonly [name: string]: XmlValue };

const token = /<\/([^\s>]+)\s*>|<([^\s/>?!]+)[^>]*?(\/?)>|<[?!][^>]*>|([^<]+)/g;

interface Element {
  readonly name: string;
  readonly children: (readonly [string, XmlValue])[];
  text: string;
}

/**
 * Parses XML of AWS: elements without attributes. `member` and `item` are elements of a list; those of `item` are below
 * `items`, as CloudTrail records them. Other elements that repeat are lists, too.
 */
export function parseXml(xml: string): XmlValue {
  const stack: Element[] = [{ name: '', children: [], text: '' }];
  for (const [, closed, opened, empty, text] of xml.matchAll(token)) {
    const current = stack.at(-1);
    if (current === undefined) return {};
    if (text !== undefined) current.text += text;
    else if (opened !== undefined) {
      if (empty === '/') current.children.push([opened, '']);
      else stack.push({ name: opened, children: [], text: '' });
    } else if (closed !== undefined && stack.length > 1) {
      stack.pop();
      stack.at(-1)?.children.push([current.name, valueOf(current)]);
    }
  }
  const root = stack[0];
  return root === undefined ? {} : valueOf(root);
}

function valueOf({ children, text }: Element): XmlValue {
  const [first] = children;
  if (first === undefined) return unescapeXml(text.trim());
  const values = children.map(([, value]) => value);
  if (first[0] === 'member') return values;
  if (first[0] === 'item') return { items: values };
  const byName = new Map<string, XmlValue[]>();
  for (const [name, value] of children) byName.set(name, [...(byName.get(name) ?? []), value]);
  return Object.fromEntries(
    [...byName].map(([name, list]) => [name, list.length === 1 ? (list[0] ?? '') : list]),
  );
}

function unescapeXml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
