import { fieldNames, fieldOf } from '@envhold/formats/fields/every-field.ts'
import { z } from 'zod'

export type Json = Record<string, unknown>

/** The named schemas of a document, collected while its operations are generated. */
export interface Schemas {
  /** A reference to a schema under the id in its `.meta({ id })`, or under this name if it has none. */
  refTo(schema: z.ZodType, io: 'input' | 'output', name: string): Json
  /** An inline schema, such as that of a parameter. */
  inline(schema: z.ZodType): Json
  readonly components: Readonly<Record<string, Json>>
}

const ownRef = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const definition = /^#\/\$defs\//

/** References point into the document. Objects accept more fields, because later versions may add some. */
function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
    if (name === '$ref' && typeof part === 'string')
      return [[name, part.replace(definition, '#/components/schemas/')]]
    if (name === 'additionalProperties' && part === false) return []
    return [[name, rewrite(part)]]
  })
  return Object.fromEntries(entries)
}

export function collectSchemas(): Schemas {
  const components: Record<string, Json> = {}

  /** @throws Error when one name is used for two schemas, which a generated client would confuse */
  const add = (name: string, schema: Json) => {
    const known = components[name]
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two schemas are called ${name}`)
    components[name] = schema
  }
  const convert = (schema: z.ZodType, io: 'input' | 'output') => {
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
    for (const [name, part] of Object.entries($defs)) add(name, rewrite(part) as Json)
    return rewrite(root) as Json
  }
  return {
    refTo(schema, io, name) {
      const root = convert(schema, io)
      if ('$ref' in root) return root
      add(name, root)
      return ownRef(name)
    },
    inline: (schema) => convert(schema, 'input'),
    components,
  }
}

/** Examples of request and response bodies, from their schemas. A property has the same value in all of them. */
const texts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(fieldNames.map((name) => [name, fieldOf(name).wire.example])),
  email: 'ada@example.com',
  time_zone: 'Europe/Paris',
  username: 'ada',
  creator: 'ada',
  firstName: 'Ada',
  lastName: 'Lovelace',
  password: 'correct horse battery',
  masterPassword: 'staple correct horse',
  name: 'production',
  key_name: 'Deployment',
  token_name: 'Laptop',
  key: 'DATABASE_URL',
  keys: 'DATABASE_URL',
  added: 'DATABASE_URL',
  changed: 'LOG_LEVEL',
  removed: 'OLD_KEY',
  remove: 'OLD_KEY',
  unchanged: 'PORT',
  same: 'PORT',
  different: 'LOG_LEVEL',
  only_left: 'DEBUG',
  only_right: 'DATABASE_URL',
  dotenv: 'DATABASE_URL=postgres://localhost/app\n',
  id: '4fJ2kQ8sLm1Zx',
  restoreToken: '4c1f0e9b7a3d5826f1c8e04a639d550c',
  token: '4fJ2kQ8sLm1Zx4fJ2kQ8sL',
  environment_access: '12',
  allowed_ips: '203.0.113.0/24',
  ip_address: '203.0.113.7',
  challenge: 'q0Q6gX4nJ2w0q6JtBvV9c1XkZ7yq3F8mS5d0aLhR2uE',
  salt: 'q0Q6gX4nJ2w0q6JtBvV9c1XkZ7yq3F8mS5d0aLhR2uE',
  unlock: 'q0Q6gX4nJ2w0q6JtBvV9c1XkZ7yq3F8mS5d0aLhR2uE',
  browserHash: 'q0Q6gX4nJ2w0q6JtBvV9c1XkZ7yq3F8mS5d0aLhR2uE',
  browserValue: 'q0Q6gX4nJ2w0q6JtBvV9c1XkZ7yq3F8mS5d0aLhR2uE',
  params: 'code=4fJ2kQ8sLm1Zx&state=8sLm1Zx4fJ2k',
  rpId: 'vault.example.com',
  rawId: '4fJ2kQ8sLm1Zx',
  userHandle: 'NQ',
  transports: 'internal',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  attestationObject: 'o2NmbXRkbm9uZQ',
  authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4',
  signature: 'MEUCIQDgB3jSeH4c',
  ticket: '4fJ2kQ8sLm1Zx4fJ2kQ8sL',
  version: '1.4.0',
  request_id: 'b2f1c8e04a639d55-1k',
  event_type: 'project_created',
  endpoint: '/api/v1/inject/7/production',
  http_method: 'GET',
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

function textExample(name: string, { format, maxLength }: Json): string {
  if (format === 'date-time') return '2026-01-15T09:30:00.000Z'
  if (format === 'date') return '2026-01-15'
  if (format === 'email') return 'ada@example.com'
  if (format === 'uri') return 'https://vault.example.com/subscription'
  const known = texts[name] ?? 'Example text'
  return typeof maxLength === 'number' ? known.slice(0, maxLength) : known
}

function numberExample({ minimum, maximum, const: only }: Json): unknown {
  if (only !== undefined) return only
  const low = typeof minimum === 'number' ? Math.max(minimum, 0) : 0
  const high = typeof maximum === 'number' ? maximum : Number.MAX_SAFE_INTEGER
  return Math.min(Math.max(7, low), high)
}

type NamedSchemas = Readonly<Record<string, Json>>
const refName = /^#\/components\/schemas\//

const choiceOf = (schema: Json): Json | undefined => {
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray)?.filter(isJson)
  return choices?.find(({ type }) => type !== 'null') ?? choices?.[0]
}

function objectExample(schema: Json, schemas: NamedSchemas): unknown {
  const { properties, additionalProperties, propertyNames } = schema
  if (isJson(properties))
    return Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, exampleOf(part as Json, schemas, name)]),
    )
  if (!isJson(additionalProperties)) return {}
  const names = isJson(propertyNames) && Array.isArray(propertyNames.enum) ? propertyNames.enum : []
  const key = names[0] ?? (additionalProperties.type === 'string' ? 'DATABASE_URL' : '7')
  return { [String(key)]: exampleOf(additionalProperties, schemas, 'value') }
}

/** A value that the schema accepts. `name` is the property's name, which selects an example text. */
export function exampleOf(schema: Json, schemas: NamedSchemas, name = ''): unknown {
  if (typeof schema.$ref === 'string')
    return exampleOf(schemas[schema.$ref.replace(refName, '')] ?? {}, schemas, name)
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (Array.isArray(schema.examples)) return schema.examples[0]
  const choice = choiceOf(schema)
  if (choice) return exampleOf(choice, schemas, name)
  if (schema.type === 'array') {
    const { items, maxItems } = schema
    if (maxItems === 0 || !isJson(items)) return []
    return Array.isArray(items.enum) ? items.enum : [exampleOf(items, schemas, name)]
  }
  if (schema.type === 'object') return objectExample(schema, schemas)
  if (schema.type === 'string') return textExample(name, schema)
  if (schema.type === 'boolean') return true
  if (schema.type === 'null') return null
  return numberExample(schema)
}
