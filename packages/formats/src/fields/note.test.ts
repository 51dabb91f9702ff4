import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dotenvDialects } from '../dialect.ts'
import { FormatError } from '../format-error.ts'
import { parseDotenv, readDotenv } from '../parse-dotenv.ts'
import { parseJson } from '../parse-json.ts'
import { readVariables } from '../read-variables.ts'
import { render } from '../render.ts'
import type { Variables } from '../variables.ts'
import { note as field } from './note.ts'

/** Texts that comments and readers give a meaning, in every order. */
const part = fc.oneof(
  fc.constantFrom(
    'A=',
    'export A=1',
    '=',
    '"',
    "'",
    '`',
    '\\',
    ' ',
    '\n',
    '#',
    '# ',
    'KEY',
    ':',
    '$(x)',
    '=',
  ),
  fc.constantFrom("'the value above ends in a backslash", '\\\\"', '="', '=\\"', '\\ ', 'é', '😀', '\u3000'),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
)
const note = fc
  .array(part, { maxLength: 12 })
  .map((parts) => parts.join('').trim())
  .filter((text) => text !== '' && !text.includes('\t') && field.comment.problem(text) === undefined)
const value = fc.constantFrom('', 'x', 'a b', "it's", 'C:\\', 'one\n# two\nthree', '#', '\\')

const noteOf = (text: string) => parseDotenv(text).get('B')?.note

describe('a note', () => {
  it.each([undefined, ...dotenvDialects])('comes back from a dotenv text, dialect %s', (dialect) => {
    const noted = fc.tuple(fc.option(note, { nil: undefined }), value)
    fc.assert(
      fc.property(fc.array(noted, { minLength: 1, maxLength: 4 }), (list) => {
        const variables: Variables = new Map(
          list.map(([text, stored], n) => [
            `K${n}`,
            { value: stored, ...(text !== undefined && { note: text }) },
          ]),
        )
        let written: string
        try {
          written = render('dotenv', variables, { dialect, notes: true }).text
        } catch {
          // Not every dialect holds every value.
          return
        }
        const known = new Map([...variables].map(([key, one]) => [key, { value: one.value }]))
        expect(readVariables('dotenv', written, { dialect, known }).variables).toEqual(variables)
      }),
      { numRuns: 400 },
    )
  })

  it('comes back from JSON', () => {
    const variables = new Map([
      ['A', { value: '1', note: 'of\nthe team' }],
      ['B', { value: '2' }],
    ])
    const { text } = render('json', variables, { notes: true })
    expect(JSON.parse(text)).toEqual({
      A: { value: '1', note: 'of\nthe team' },
      B: { value: '2', note: null },
    })
    expect(parseJson(text)).toEqual(variables)
  })

  it.each([
    ['a number as note', '{"A":{"value":"1","note":1}}'],
    ['no note', '{"A":{"value":"1"}}'],
    ['another field', '{"A":{"value":"1","note":null,"more":1}}'],
    ['a value that is no text', '{"A":{"value":1,"note":null}}'],
    ['a note that is too long', `{"A":{"value":"1","note":"${'x'.repeat(501)}"}}`],
    ['a note with a tab', '{"A":{"value":"1","note":"a\\tb"}}'],
  ])('is not read from JSON with %s', (_, text) => {
    expect(() => parseJson(text)).toThrow(FormatError)
  })

  it('is written only on request', () => {
    const variables = new Map([['A', { value: '1', note: 'x' }]])
    expect(render('dotenv', variables).text).toBe('A=1\n')
    expect(render('json', variables).text).toBe('{\n  "A": "1"\n}\n')
  })

  it('is one comment line for each of its lines', () => {
    expect(field.comment.write('one\n\ntwo')).toBe('# one\n#\n# two\n')
  })

  it.each([
    ['directly above', '# of the team\nB=1', 'of the team'],
    ['with indents and without spaces', '  #of the team\n\t# or not\nB=1', 'of the team\nor not'],
    ['with CRLF', '# one\r\n# two\r\nB=1\r\n', 'one\ntwo'],
    ['with a tab', '# one\ttwo\nB=1', 'one two'],
    ['with empty comments around', '#\n# one\n#\nB=1', 'one'],
    ['at a value over several lines', '# one\nB="1\n# 2"\nC=3', 'one'],
    ['above export', '# one\nexport B=1', 'one'],
    ['below the first line of a script', '#! /usr/bin/env bash\n# one\nB=1', 'one'],
    ['that begins with an exclamation mark', '#!one\nB=1', '!one'],
    ['that names a file', '# !/bin/sh\nB=1', '!/bin/sh'],
    ['that mentions a name', '# TODO: B is old\nB=1', 'TODO: B is old'],
  ])('is read %s', (_, text, expected) => {
    expect(noteOf(text)).toBe(expected)
  })

  it.each([
    ['over an empty line', '# one\n\nB=1'],
    ['behind the value', 'B=1 # one'],
    ['below', 'B=1\n# one'],
    ['from a commented-out assignment', '# B=2\nB=1'],
    ['from one with export', '#export B = 2\nB=1'],
    ['above a commented-out assignment', '# one\n# A=2\nB=1'],
    ['from the lines of a value', 'A="1\n# one"\nB=1'],
    ['from the line that follows a backslash', "A='C:\\'\n# 'the value above ends in a backslash\nB=1"],
    ['from an empty comment', '#\nB=1'],
    ['from the first line of a script', '#!/bin/sh\nB=1'],
  ])('is not read %s', (_, text) => {
    expect(noteOf(text)).toBeUndefined()
  })

  it.each([
    ['too long', 'x'.repeat(501), 'it has more than 500 characters'],
    ['too long in code points', '😀'.repeat(501), 'it has more than 500 characters'],
    ['with marks of direction', 'a\u202eb', 'it contains control characters or text direction marks'],
    ['with control characters', 'a\u0007b', 'it contains control characters or text direction marks'],
  ])('that is %s is left out with a warning, and its variable is read', (_, text, problem) => {
    expect(readDotenv(`A=1\n# ${text}\nB=1`)).toMatchObject({
      variables: new Map([
        ['A', { value: '1' }],
        ['B', { value: '1' }],
      ]),
      warnings: [],
      noteWarnings: [{ line: 3, key: 'B', problem: `the comment above is not read as a note: ${problem}` }],
    })
  })

  it.each([
    ['a note', '# note\nA=1', 0],
    ['lines of a value', "A='#!/bin/sh\n# start\n'", 0],
    [
      'the line below a value that ends in a backslash',
      "A='C:\\'\n# 'the value above ends in a backslash\nB=1",
      0,
    ],
    ['a comment of no variable', '# file\n\n# note\nA=1\n# end', 2],
    ['what cannot be a note', `# ${'x'.repeat(501)}\n# PORT=1\n#\nA=1`, 3],
  ])('is told apart from other comments: %s', (_, text, count) => {
    expect(readDotenv(text).otherComments).toBe(count)
  })

  it('of 500 code points is read', () => {
    expect(noteOf(`# ${'😀'.repeat(500)}\nB=1`)).toBe('😀'.repeat(500))
  })
})
