import { expect, it } from 'vitest'
import type { FormatError } from './format-error.ts'
import { readVariables } from './read-variables.ts'
import { toVariables } from './variables.ts'

const parse = (text: string) => readVariables('json', text).variables

it('reads a flat object of strings', () => {
  expect(parse('\uFEFF{"A": "1", "b_2": "", "__proto__": "x"}')).toEqual(
    toVariables({
      A: '1',
      b_2: '',
      ['__proto__']: 'x',
    }),
  )
})

it('names every key that it rejects, and no value', () => {
  const text =
    '{"A": 1, "B": {"c": "secret"}, "C": null, "D-E": "secret", "F": ["secret"], "G": true, "H": "x"}'
  const problems = ['A', 'B', 'C', 'D-E', 'F', 'G'].map((key) => expect.objectContaining({ key }))
  expect(() => parse(text)).toThrow(expect.objectContaining({ problems }))
  expect(() => parse(text)).not.toThrow(/secret/)
})

it.each(['', 'secret', '["secret"]', '"secret"', 'null', '{"A": "secret"'])(
  'rejects %j and quotes nothing of it',
  (text) => {
    let error: FormatError | undefined
    try {
      parse(text)
    } catch (thrown) {
      error = thrown as FormatError
    }
    expect(error?.problems).toHaveLength(1)
    expect(error?.message).not.toContain('secret')
  },
)

it('reads the declared format, whatever the text looks like', () => {
  expect(() => readVariables('dotenv', '{"A": "1"}')).toThrow(/line 1/)
  expect(readVariables('dotenv', 'A=1').variables).toEqual(toVariables({ A: '1' }))
})

it.each([
  ['{"A":"x","A":"y"}', [[1, 'A']]],
  ['{\n  "A": "x",\n  "B": "y",\n  "\\u0041": "z"\n}', [[4, 'A']]],
  ['{"A":"{","B":"\\"A\\":","A":"}"}', [[1, 'A']]],
  ['{"A":{"value":"1","note":null},"A":"1"}', [[1, 'A']]],
  ['{"A":"x","A" : "x"}', []],
  ['{"A":{"value":"A","note":"A"},"value":"1","note":"2"}', []],
  ['{}', []],
])('warns of names that %s repeats with another value', (text, repeated) => {
  const { warnings } = readVariables('json', text)
  expect(warnings.map(({ line, key }) => [line, key])).toEqual(repeated)
})
