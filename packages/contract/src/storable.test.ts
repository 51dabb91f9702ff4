import { expect, test } from 'vitest'
import { z } from 'zod'
import { everyEndpoint } from './every-endpoint.ts'

/** Every text in a schema, with its path. */
function textsOf(schema: z.ZodType, path: string): [path: string, schema: z.ZodType][] {
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return [[path, schema]]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, inner]) =>
      textsOf(inner as z.ZodType, `${path}.${name}`),
    )
  if (schema instanceof z.ZodArray) return textsOf(schema.element as z.ZodType, `${path}[]`)
  if (schema instanceof z.ZodRecord)
    return [
      ...textsOf(schema.keyType as z.ZodType, `${path}<key>`),
      ...textsOf(schema.valueType as z.ZodType, `${path}<value>`),
    ]
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((inner) => textsOf(inner as z.ZodType, path))
  // A pipe checks its input first; what a transformation makes of it is checked by its second half.
  if (schema instanceof z.ZodPipe)
    return [...textsOf(schema.in as z.ZodType, path), ...textsOf(schema.out as z.ZodType, path)]
  if ('unwrap' in schema && typeof schema.unwrap === 'function') return textsOf(schema.unwrap(), path)
  return []
}

/** Passwords and secrets are hashed, a `.env` file is parsed, and a provider is one of a list: none is stored as text. */
const neverStored =
  /assword$|Token$|\.token$|\.secret$|\.invitation$|\.recoveryKey$|\.dotenv$|^login body\.email$|\.provider$|\.ticket$/

test('no text with U+0000, which PostgreSQL cannot store, is accepted to be stored', () => {
  const texts = everyEndpoint.flatMap(({ name, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? textsOf(schema, `${name} ${part}`) : [],
    ),
  )
  expect(texts.length).toBeGreaterThan(80)
  const accepted = texts.filter(([, text]) => text.safeParse('a\0b').success).map(([path]) => path)
  expect(accepted).toContain('confirmPassword body.password')
  expect(accepted.filter((path) => !neverStored.test(path))).toEqual([])
})
