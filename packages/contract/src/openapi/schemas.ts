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
