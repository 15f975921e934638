/** Which rules find what vendors complain of. Wording as of 2026-11-30, from the messages that the forms cite. */
import type { VendorField } from '../../model/find.ts';

interface Complaint {
  readonly says: RegExp;
  /** Only of this part. */
  readonly of?: VendorField | undefined;
  readonly rules: readonly string[];
}

const NAME_RULES = ['tool-name-charset', 'tool-name-length'];

const COMPLAINTS: readonly Complaint[] = [
  { says: /\bunique\b|duplicate function/i, rules: ['tool-name-duplicate', 'tool-name-collision'] },
  { says: /'tools': array too long|too many (tools|functions)/i, rules: ['tool-count'] },
  { says: /too long|length less than or equal|cannot exceed/i, of: 'name', rules: ['tool-name-length'] },
  { says: /too long|length less than or equal/i, of: 'description', rules: ['description-truncated'] },
  {
    says: /length greater than or equal|too short|empty string/i,
    of: 'description',
    rules: ['description-missing'],
  },
  {
    says: /pattern|regular expression|names? may only|name must only|invalid function name/i,
    of: 'name',
    rules: NAME_RULES,
  },
  { says: /property keys should match/i, rules: ['schema-property-key'] },
  { says: /(oneOf|anyOf|allOf).* at the top level/i, rules: ['schema-root-combinator', 'schema-root-type'] },
  { says: /missing items|must have items|items: missing field/i, rules: ['schema-array-no-items'] },
  { says: /object schema missing properties/i, rules: ['schema-object-no-properties'] },
  {
    says: /must be one of the following: object|type: ["'`]*object|expected \\?"?object|provide a json object|non-empty for OBJECT/i,
    rules: ['schema-root-type', 'schema-object-no-properties'],
  },
  {
    says: /draft 2020-12|JSON schema is invalid|is not valid under any of the given schemas/i,
    rules: ['schema-invalid', 'schema-ref-unresolved', 'schema-dialect-uri', 'schema-pattern-portability'],
  },
  { says: /when using anyOf|type is not defined|must have a 'type' key/i, rules: ['schema-type-placement'] },
  {
    says: /only allowed for STRING|enum(\[\d+\])?: cannot be empty|enum value/i,
    rules: ['schema-enum-portability', 'schema-type-placement'],
  },
  {
    says: /references must start|\$ref\b|reference/i,
    rules: ['schema-ref-portability', 'schema-ref-unresolved'],
  },
  { says: /meta-schema features|load schema from/i, rules: ['schema-dialect-uri'] },
  {
    says: /proto field is not repeating|cannot start list/i,
    rules: ['schema-type-array', 'schema-enum-portability'],
  },
  {
    says: /unknown name|cannot find field|is not permitted|not supported|format/i,
    of: 'schema',
    rules: [
      'schema-unsupported-keyword',
      'schema-dialect-uri',
      'schema-ref-portability',
      'schema-root-combinator',
      'schema-strict-mode',
    ],
  },
  { says: /required to be supplied|strict/i, rules: ['schema-strict-mode'] },
  { says: /nesting|too deep|depth/i, rules: ['schema-size-limit'] },
  { says: /required.*(not defined|property is not)/i, rules: ['schema-required-undeclared'] },
];

/** Rules that find what a message complains of; empty where it does not say, or says what no rule knows. */
export function rulesFor(complaint: string, field: VendorField | undefined): readonly string[] {
  const isMeant = ({ says, of }: Complaint): boolean =>
    (of === undefined || field === undefined || of === field) && says.test(complaint);
  return COMPLAINTS.find(isMeant)?.rules ?? [];
}
