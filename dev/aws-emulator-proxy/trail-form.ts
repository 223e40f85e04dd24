import { parseXml } from './parse-xml.ts';
import type { XmlValue } from './parse-xml.ts';
import type { IdentifiedRequest } from './identify-request.ts';

/** Members that are maps: CloudTrail keeps the case of their keys. */
const maps =
  /^(?:attributes|tags|variables|environment|parameters|labels|responseParameters|requestParameters)$/i;

/**
 * Returns the parameters of a request in the form of a CloudTrail record: names with a small first letter, lists of EC2 as
 * `instancesSet.items[].instanceId`, the bucket of S3 as `bucketName`. Source: AWS CloudTrail user guide, "CloudTrail log file
 * examples"; Amazon S3 user guide, "Example: Amazon S3 log file entries".
 */
export function requestParameters(request: IdentifiedRequest): unknown {
  const { protocol, service, input, pathParameters, body } = request;
  const ofPath = Object.fromEntries(
    Object.entries(pathParameters).map(([name, value]) => [
      service === 's3' && name === 'Bucket' ? 'bucketName' : name,
      value,
    ]),
  );
  switch (protocol) {
    case 'query':
    case 'ec2':
      return smallNames(formParameters(input, protocol === 'ec2'));
    case 'rest-xml':
      return smallNames({ ...ofPath, ...objectOf(unwrap(parseXml(body.toString()))) });
    default:
      return smallNames({ ...ofPath, ...input });
  }
}

/** Returns a response in the form of a CloudTrail record; `null` when it has no body that can be read. */
export function responseElements({ protocol }: IdentifiedRequest, response: string): unknown {
  if (response.trim() === '') return null;
  if (protocol === 'query' || protocol === 'ec2' || protocol === 'rest-xml')
    return smallNames(unwrap(parseXml(response), 2));
  try {
    return smallNames(JSON.parse(response));
  } catch {
    return null;
  }
}

/** `Tags.member.1.Key` and, of EC2, `TagSpecification.1.Tag.1.Key` become lists. */
function formParameters(form: Readonly<Record<string, unknown>>, isEc2: boolean): unknown {
  const root: FormNode = { children: new Map() };
  for (const [path, value] of Object.entries(form)) {
    if (path === 'Action' || path === 'Version') continue;
    let node = root;
    for (const segment of path.split('.').filter((part) => part !== 'member' && part !== 'entry')) {
      const child = node.children.get(segment) ?? { children: new Map() };
      node.children.set(segment, child);
      node = child;
    }
    node.text = String(value);
  }
  return valueOf(root, isEc2);
}

interface FormNode {
  readonly children: Map<string, FormNode>;
  text?: string;
}

const setNames: Readonly<Record<string, string>> = {
  InstanceId: 'InstancesSet',
  ResourceId: 'ResourcesSet',
  Tag: 'TagSet',
};

function valueOf(node: FormNode, isEc2: boolean): unknown {
  if (node.children.size === 0) return node.text;
  const entries: [string, unknown][] = [];
  for (const [name, child] of node.children) {
    if (!isList(child)) {
      entries.push([name, valueOf(child, isEc2)]);
      continue;
    }
    const items = [...child.children.values()].map((item) => valueOf(item, isEc2));
    if (!isEc2) entries.push([name, items]);
    else
      entries.push([
        setNames[name] ?? `${name}Set`,
        { items: items.map((item) => (typeof item === 'string' ? { [name]: item } : item)) },
      ]);
  }
  return Object.fromEntries(entries);
}

function isList({ children }: FormNode): boolean {
  return children.size > 0 && [...children.keys()].every((key) => /^\d+$/.test(key));
}

/** Removes the elements `CreateRoleResponse` and `CreateRoleResult` around the members. */
function unwrap(value: XmlValue, levels = 1): XmlValue {
  if (levels === 0 || typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value as Readonly<Record<string, XmlValue>>).filter(
    ([name]) => !/^(?:ResponseMetadata|requestId)$/.test(name),
  );
  const [first] = entries;
  const isWrapper =
    first !== undefined &&
    entries.length === 1 &&
    /(?:Response|Result|Request|Configuration)$/.test(first[0]);
  return isWrapper ? unwrap(first[1], levels - 1) : Object.fromEntries(entries);
}

function objectOf(value: XmlValue): object {
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

function smallNames(value: unknown, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((one) => smallNames(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]: [string, unknown]) => [
      isMap ? name : `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`,
      smallNames(one, maps.test(name)),
    ]),
  );
}
