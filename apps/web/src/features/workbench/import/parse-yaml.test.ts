import { FormatError } from '@envhold/formats/format-error.ts'
import { toRecord } from '@envhold/formats/variables.ts'
import { describe, expect, it } from 'vitest'
import { formatOf } from './import-preview.ts'
import { parseYaml } from './parse-yaml.ts'

const problemsOf = (text: string) => {
  try {
    parseYaml(text)
  } catch (error) {
    if (error instanceof FormatError) return error.problems
    throw error
  }
  return []
}

describe('a YAML map', () => {
  it('is read as the texts that are written', () => {
    const text =
      '---\n# comment\nHOST: db.example # here\nPORT: 5432\nVERSION: 1.0\nDEBUG: no\nON: true\nQUOTED: "a\\tb"\nSINGLE: \'it\'\'s $x\'\nPEM: |\n  one\n  two\nEMPTY: ""\n__proto__: kept\n'
    expect(toRecord(parseYaml(text).variables)).toEqual({
      HOST: 'db.example',
      PORT: '5432',
      VERSION: '1.0',
      DEBUG: 'no',
      ON: 'true',
      QUOTED: 'a\tb',
      SINGLE: "it's $x",
      PEM: 'one\ntwo\n',
      EMPTY: '',
      ['__proto__']: 'kept',
    })
  })

  it.each([
    ['a list', 'A: 1\nB:\n  - x\n', [{ line: 2, key: 'B' }]],
    ['a map inside', 'A:\n  B: x\n', [{ line: 1, key: 'A' }]],
    [
      'an alias',
      'A: &a x\nB: *a\n',
      [
        { line: 1, key: 'A' },
        { line: 2, key: 'B' },
      ],
    ],
    ['a tag', 'A: !!binary eA==\n', [{ line: 1, key: 'A' }]],
    ['no value', 'A: 1\nB:\n', [{ line: 2, key: 'B' }]],
    ['a bad name', 'A: 1\nb-c: 2\n', [{ line: 2 }]],
    ['a name twice', 'A: 1\nA: 2\n', [{ line: 2 }]],
    ['no map', '- a\n', [{ line: 1 }]],
    ['several documents', 'A: 1\n---\nB: 2\n', [{ line: 2 }]],
    ['broken text', 'A: "s3cret\n', [{}]],
  ])('with %s is refused, with its line', (_, text, expected) => {
    expect(problemsOf(text)).toMatchObject(expected)
    expect(JSON.stringify(problemsOf(text))).not.toContain('s3cret')
  })
})

describe('the format of a text', () => {
  it.each([
    ['dotenv', { text: 'A=1\nB: 2' }],
    ['dotenv', { text: '' }],
    ['json', { text: ' {"A":"1"}' }],
    ['json', { text: 'x', file: 'a.JSON' }],
    ['yaml', { text: '# c\nA: 1' }],
    ['yaml', { text: '---\nA: 1' }],
    ['yaml', { text: 'A=1', file: 'values.yml' }],
  ])('is %s', (format, source) => {
    expect(formatOf(source)).toBe(format)
  })
})
