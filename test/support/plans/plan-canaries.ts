import { isSecretKey } from '../../../domain/secrets/secret-keys.ts';
import { fixture, queueChange } from '../../commands/plans/read/support.ts';
import type { Members, Value } from '../../commands/plans/read/support.ts';

/** With characters that JSON, Go, URLs and base64 encode in different ways. */
const canaryText = (count: number) => `CANARY-${count}-"<\u00e9&/ %>\n`;
/** The characters of base64 that depend on the text only, at each of the three positions in a group of bytes. */
export const encodedCanaries = [0, 1, 2].map((offset) => {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from('CANARY-')]);
  return bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
});

/** Puts a canary at every sensitive path of a plan. */
class Canaries {
  /** Of masks, variables, outputs and providers: they are replaced wherever they occur. */
  readonly known: string[] = [];
  count = 0;

  next(isKnown: boolean): string {
    this.count += 1;
    const text = canaryText(this.count);
    if (isKnown) this.known.push(text);
    return text;
  }

  /** Replaces every text and number below a value. */
  below(value: Value, isKnown = true): Value {
    if (typeof value === 'string' || typeof value === 'number') return this.next(isKnown);
    if (Array.isArray(value)) return value.map((item) => this.below(item, isKnown));
    return value === null || typeof value !== 'object'
      ? value
      : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.below(item, isKnown)]));
  }

  underMask(value: Value, mask: Value | undefined): Value {
    if (mask === true) return this.below(value);
    if (Array.isArray(value))
      return value.map((item, index) => this.underMask(item, Array.isArray(mask) ? mask[index] : undefined));
    if (value === null || typeof value !== 'object') return value;
    const masks: Members = mask !== null && typeof mask === 'object' && !Array.isArray(mask) ? mask : {};
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        /user_data|private_key/.test(key) && masks[key] !== true
          ? this.below(item, false)
          : this.underMask(item, masks[key]),
      ]),
    );
  }

  /** Replaces the sensitive leaves of the whole plan. */
  fill(value: Value, path: readonly string[] = []): Value {
    if (Array.isArray(value)) return value.map((item) => this.fill(item, path));
    if (value === null || typeof value !== 'object') return value;
    const own: Members = value;
    const masked = new Map<string, Value | undefined>([
      ['before', own['before_sensitive']],
      ['after', own['after_sensitive']],
      ['values', own['sensitive_values']],
      ['config_values', own['config_sensitive']],
    ]);
    const isOutput = path.at(-2) === 'outputs' && own['sensitive'] === true;
    const isVariable = path.at(-2) === 'variables' && own['sensitive'] === true;
    return Object.fromEntries(
      Object.entries(own).map(([key, item]) => {
        if (masked.has(key) && key in own) return [key, this.underMask(item, masked.get(key))];
        if ((isOutput && key === 'value') || (isVariable && key === 'default'))
          return [key, this.below(item)];
        if (key === 'constant_value' && path.some(isSecretKey) && path.includes('provider_config'))
          return [key, this.below(item)];
        return [key, this.fill(item, [...path, key])];
      }),
    );
  }
}

/** Puts canaries into a plan, and a change that has each known one in every form. */
export function planWithCanaries(name: string): { readonly plan: Members; readonly canaries: Canaries } {
  const canaries = new Canaries();
  const plan = canaries.fill(fixture(name)) as Members;
  const root = (plan['configuration'] as Members | undefined)?.['root_module'] as Members | undefined;
  const declared = (root?.['variables'] ?? {}) as Members;
  const variables = (plan['variables'] ?? {}) as Members;
  for (const [key, variable] of Object.entries(variables)) {
    if ((declared[key] as Members | undefined)?.['sensitive'] !== true) continue;
    (variable as Members)['value'] = canaries.below((variable as Members)['value'] ?? null);
  }
  const echoes = canaries.known.flatMap((text) => {
    const json = JSON.stringify({ text });
    return [
      `before ${text} after`,
      json,
      JSON.stringify(json),
      json
        .replaceAll('<', String.raw`\u003c`)
        .replaceAll('>', String.raw`\u003e`)
        .replaceAll('&', String.raw`\u0026`),
      `https://a.example/?q=${encodeURIComponent(text)}`,
      encodeURIComponent(text).toLowerCase().replaceAll('canary', 'CANARY').replaceAll('%20', '+'),
      ...['', 'x', 'xy'].flatMap((prefix) => [
        Buffer.from(`${prefix}${text}tail`).toString('base64'),
        Buffer.from(`${prefix}${text}`).toString('base64url'),
      ]),
    ];
  });
  const keys = Object.fromEntries(canaries.known.map((text, index) => [`${text}-${index}`, index]));
  const changes = (plan['resource_changes'] ??= []) as Value[];
  changes.push(
    queueChange(
      { before: {}, after: { echoes, keys, ...keys }, importing: { id: canaries.known[0] ?? 'none' } },
      { address: 'aws_sqs_queue.echo' },
    ),
    queueChange(
      { actions: ['no-op'], importing: { identity: { name: canaries.known.at(-1) ?? 'none' } } },
      { address: 'aws_sqs_queue.identity' },
    ),
  );
  return { plan, canaries };
}
