import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { cloudControlType } from '../../../domain/discovery/cloud-control/cloud-control-types.ts';
import { SERVICES } from '../../../domain/discovery/collectors/index.ts';
import { collectorOf } from '../../../domain/discovery/declaration/resource-types.ts';
import {
  locationAttributes,
  resourceTypesOfRules,
  mappingRules,
  mappingRulesOf,
  stateAttributesOf,
} from '../../../domain/mapping/rules/mapping-rule.ts';
import { fillTemplate, namesInTemplate } from '../../../domain/mapping/rules/template.ts';

/**
 * Attributes of the AWS provider 5.100.0 by Terraform type: names of texts, numbers and flags that are not sensitive;
 * empty for associations. test/fixtures/terraform/README.md says how to write it.
 */
const attributesByType = new Map(
  Object.entries(
    JSON.parse(
      readFileSync(path.resolve('test/fixtures/terraform/provider-5-attributes.json'), 'utf8'),
    ) as Record<string, string>,
  ).map(([type, names]) => [type, new Set(names.split(' '))]),
);

/** Types and attributes that only another major version of the provider has: name → version. */
const typesOfOtherVersions: Readonly<Record<string, number>> = {
  aws_redshift_security_group: 4,
  aws_s3_bucket_abac: 6,
  aws_s3_bucket_metadata_configuration: 6,
};
const attributesOfOtherVersions: Readonly<Record<string, number>> = {
  'aws_batch_compute_environment.name': 6,
};
const locationValues = new Set(['partition', 'region', 'account']);

test('covers at least 156 Terraform types that manage resources of the inventory', (t) => {
  const types = new Set(
    mappingRules.filter(({ resourceType }) => resourceType !== null).map(({ type }) => type),
  );
  t.log(`${types.size} types of ${resourceTypesOfRules.size} resource types, ${mappingRules.length} rules`);
  t.true(types.size >= 156);
});

test('every Terraform type exists in the provider', (t) => {
  const unknown = mappingRules.filter(
    ({ type }) => !attributesByType.has(type) && typesOfOtherVersions[type] === undefined,
  );
  t.deepEqual(
    unknown.map(({ type }) => type),
    [],
  );
});

test('every attribute of a template or condition exists in the provider and is not sensitive', (t) => {
  for (const { type, arn, account, ids, when } of mappingRules) {
    const known = attributesByType.get(type);
    if (known === undefined) continue;
    const names = [arn, account, ...ids]
      .filter((template) => template !== undefined)
      .flatMap(namesInTemplate);
    for (const name of [...names, ...(when === undefined ? [] : [when.attribute])]) {
      if (locationValues.has(name) || attributesOfOtherVersions[`${type}.${name}`] !== undefined) continue;
      t.true(known.has(name), `${type}.${name}`);
    }
  }
});

test('every resource type is collected', (t) => {
  for (const resourceType of resourceTypesOfRules) {
    t.truthy(collectorOf(resourceType) ?? cloudControlType(resourceType), resourceType);
  }
});

test('collectors and rules name the same Terraform types', (t) => {
  const collected = new Map<string, string[]>();
  for (const { types } of SERVICES)
    for (const { resourceType, terraform } of types) collected.set(resourceType, [...terraform].sort());
  const ruled = new Map<string, Set<string>>();
  for (const { type, resourceType } of mappingRules) {
    if (resourceType === null || collectorOf(resourceType) === undefined) continue;
    ruled.set(resourceType, (ruled.get(resourceType) ?? new Set()).add(type));
  }
  for (const [resourceType, terraform] of collected) {
    t.deepEqual(terraform, [...(ruled.get(resourceType) ?? [])].sort(), resourceType);
  }
});

test('a type has several rules only with conditions on one attribute that exclude each other', (t) => {
  for (const type of new Set(mappingRules.map((rule) => rule.type))) {
    const rules = mappingRulesOf(type);
    if (rules.length === 1) continue;
    t.is(new Set(rules.map(({ when }) => when?.attribute)).size, 1, type);
    const values = rules.flatMap(({ when }) => when?.in ?? []);
    t.is(new Set(values).size, values.length, type);
    t.true(
      rules.every(({ when }) => when !== undefined),
      type,
    );
  }
});

test('every rule of a resource has an ARN or an id, and associations have neither', (t) => {
  for (const { type, role, resourceType, arn, ids, importId } of mappingRules) {
    t.is(resourceType === null, role === 'association', type);
    if (role === 'association') t.true(arn === undefined && ids.length === 0 && importId === null, type);
    else t.true(arn !== undefined || ids.length > 0, type);
  }
});

test('the parser keeps the attributes of templates and conditions, besides id and ARN', (t) => {
  t.deepEqual(stateAttributesOf('aws_route53_record'), ['zone_id', 'fqdn', 'type', 'set_identifier']);
  t.deepEqual(stateAttributesOf('aws_security_group_rule'), ['security_group_rule_id', 'type']);
  t.deepEqual(stateAttributesOf('aws_vpc'), []);
  t.deepEqual(stateAttributesOf('aws_sns_topic_policy'), []);
  t.deepEqual(stateAttributesOf('aws_amplify_app'), []);
  for (const name of ['arn', 'endpoint_arn', 'region', 'owner_id']) t.true(locationAttributes.includes(name));
});

test('templates apply filters from left to right', (t) => {
  const values: Readonly<Record<string, string>> = {
    arn: 'arn:aws:lambda:eu-west-1:111122223333:function:resize:live',
    pair: 'a/b/c',
    name: 'WWW.Example.com.',
    empty: '',
  };
  const fill = (template: string) => fillTemplate(template, (name) => values[name]);
  t.is(fill('${arn|field:5|rest:function:|before::}/${arn|after::}'), 'resize/live');
  t.is(fill('${pair|before:/}|${pair|rest:/}|${pair|after:/}'), 'a|b/c|c');
  t.is(fill('${name|trim:.|lower}'), 'www.example.com');
  t.is(fill('${pair|map:a/b/c=X,d=Y}'), 'X');
  t.is(fill('${pair|map:d=Y}'), null);
  t.is(fill('${pair}-${missing}'), null);
  t.is(fill('${pair}-${empty}'), null);
  t.is(fill('${pair|unknown}'), null);
});

test('a template does not evaluate the values that it inserts', (t) => {
  t.is(
    fillTemplate('${name}', () => '${account}$&'),
    '${account}$&',
  );
});
