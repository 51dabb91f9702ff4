import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseStored, storedNumbers, storedTexts } from './parse-stored.ts'

test('returns what the schema describes', () => {
  expect(parseStored(storedTexts, '["a","b"]')).toEqual(['a', 'b'])
  expect(parseStored(z.object({ n: z.int().default(7) }), '{"other":1}')).toEqual({ n: 7 })
})

test.each([
  ['["s3cret"', storedTexts, 'Stored text is not JSON'],
  ['', storedTexts, 'Stored text is not JSON'],
  ['"s3cret"', storedNumbers, 'Stored JSON is not as expected: invalid_type at the top'],
  ['[1,"s3cret"]', storedNumbers, 'Stored JSON is not as expected: invalid_type at 1'],
  ['{"a":{"b":"s3cret"}}', z.object({ a: z.object({ b: z.enum(['x']) }) }), 'invalid_value at a.b'],
])('rejects %s and says nothing of the text', (text, schema, message) => {
  expect(() => parseStored(schema, text)).toThrow(message)
  expect(() => parseStored(schema, text)).not.toThrow('s3cret')
})
