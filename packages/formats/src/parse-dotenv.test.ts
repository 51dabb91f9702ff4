// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the values under test
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hardText, hardVariables } from '../readers/hard-text.ts'
import { dotenv, dotenvFast } from '../readers/node-readers.ts'
import { dialects } from './dialect.ts'
import { FormatError } from './format-error.ts'
import { parseDotenv, readDotenv, readDotenvSteps } from './parse-dotenv.ts'
import { render } from './render.ts'
import { toRecord, toVariables, type Variables } from './variables.ts'

/** Other readers know no notes. */
const valuesOf = (variables: Variables) => toVariables(toRecord(variables))

/** The variables, or null where the text or the variables are rejected. */
function unlessRefused<T>(attempt: () => T): T | null {
  try {
    return attempt()
  } catch (error) {
    if (error instanceof FormatError) return null
    throw error
  }
}

it('agrees with npm dotenv on every text it accepts', () => {
  const line = fc.oneof(
    fc.tuple(
      fc.constantFrom('A', 'B', 'export C', ' D ', 'A :'),
      fc.constantFrom('=', ' = ', ': '),
      hardText,
    ),
    fc.tuple(fc.constantFrom('A=', 'B='), hardText, fc.constantFrom("'", '"', '`', ' # c', '')),
    fc.tuple(
      fc.constantFrom('#', 'export A', 'A', '', ' '),
      hardText.filter((text) => text.length < 4),
      fc.constant(''),
    ),
  )
  const separator = fc.constantFrom('\n', '\r\n', '\n\n', '\r')
  const text = fc
    .array(fc.tuple(line, separator), { maxLength: 5 })
    .map((lines) => lines.map(([parts, end]) => parts.join('') + end).join(''))
  let accepted = 0
  fc.assert(
    fc.property(text, (source) => {
      const read = unlessRefused(() => parseDotenv(source))
      if (read === null) return
      accepted += 1
      expect({ source, read: valuesOf(read) }).toEqual({ source, read: dotenv.read([source])[0] })
    }),
    { numRuns: 10_000 },
  )
  expect(accepted).toBeGreaterThan(1_000)
})

it('pauses between long values', () => {
  const text = Array.from({ length: 16 }, (_, n) => `K${n}='${'$\\\n'.repeat(20_000)}'`).join('\n')
  let pauses = 0
  for (const steps = readDotenvSteps(text); !steps.next().done; ) pauses++
  expect(pauses).toBe(15)
})

it('reads back what render writes, in each dialect, as npm dotenv would', () => {
  fc.assert(
    fc.property(hardVariables, fc.constantFrom(undefined, ...dialects), (variables, dialect) => {
      const text = unlessRefused(() => render('dotenv', variables, { dialect }).text)
      if (text === null) return
      const read = unlessRefused(() => parseDotenv(text))
      if (dialect === undefined || dialect === 'node') expect(read).toEqual(variables)
      if (read === null) return
      const values = valuesOf(read)
      expect([values, values]).toEqual([dotenv.read([text])[0], dotenvFast.read([text])[0]])
    }),
    { numRuns: 3_000 },
  )
})

describe('accepts', () => {
  it.each([
    ['a BOM', '\uFEFFA=1', { A: '1' }],
    ['CRLF', 'A=1\r\nB=2\r\n', { A: '1', B: '2' }],
    ['export', 'export A=1\n  export\tB = 2', { A: '1', B: '2' }],
    ['export of a variable that is set', 'A=1\nexport A # for the shell', { A: '1' }],
    ['a colon', 'A: 1', { A: '1' }],
    ['comments', '# one\n\nA=1 # two\nB="#" # three', { A: '1', B: '#' }],
    ['nothing', 'A=\nB=  \nC=""', { A: '', B: '', C: '' }],
    ['each kind of quotes', 'A=\'a "b\'\nB="it\'s"\nC=`it\'s "c"`', { A: 'a "b', B: "it's", C: 'it\'s "c"' }],
    ['several lines', 'A="one\ntwo"\nB=\'\n\'', { A: 'one\ntwo', B: '\n' }],
    ['several lines, CRLF', 'A="one\r\ntwo"', { A: 'one\ntwo' }],
    ['escapes in double quotes only', 'A="a\\nb\\rc"\nB=\'a\\nb\'', { A: 'a\nb\rc', B: 'a\\nb' }],
    ['a backslash before the quote', "A='C:\\dir\\'\nB='x'", { A: 'C:\\dir\\', B: 'x' }],
    ['a last line without its end', 'A=1\nB=2', { A: '1', B: '2' }],
    ['__proto__', '__proto__=1', { ['__proto__']: '1' }],
  ])('%s', (_, text, expected) => {
    expect(valuesOf(parseDotenv(text))).toEqual(toVariables(expected))
  })
})

describe('accepts with a warning', () => {
  it.each([
    ['a repeated name', 'A=1\nB=x\nA=2', 3, /take the last one/],
    ['a # without a space', '\nA=pass#word', 2, /comment/],
    ['an escaped quote', 'A="say \\"hi\\""', 1, /single quotes/],
    ['an escaped single quote', "A='it\\'s'", 1, /escape/],
    ['a quote inside', "A='it's'", 1, /readers disagree/],
    ['a reference', 'A=1\nB=${A}', 2, /replace/],
    ['a command', 'B="$(id)"', 1, /replace/],
    ['a byte order mark', '\uFEFFA=1', 1, /byte order mark/],
    ['CRLF', 'A=1\r\nB=2\r\n', 1, /LF/],
  ])('%s', (_, text, line, problem) => {
    const [warning, ...others] = readDotenv(text).warnings
    expect(others).toEqual([])
    expect(warning).toMatchObject({ line, problem: expect.stringMatching(problem) })
  })

  it.each([
    ['a # without a space', "A='pass#word'"],
    ['an escaped quote', `A='say \\"hi\\"'`],
    ['a quote inside', `A="it's"`],
  ])('and without one once quotes make it unambiguous: %s', (_, text) => {
    expect(readDotenv(text).warnings).toEqual([])
  })

  it('in thousands, and then with the first one about each name only', () => {
    const { warnings } = readDotenv(`${'A=$a b\\\n# c\n'.repeat(5_000)}B=$a b\nB=$b b`)
    expect(warnings.length).toBeLessThan(5_010)
    expect(warnings.filter(({ key }) => key === 'B')).toHaveLength(1)
    expect(warnings.at(-1)).toMatchObject({ kind: 'more', problem: expect.stringMatching(/only the first/) })
  })

  it('uses the last value of a repeated name', () => {
    expect(parseDotenv('A=1\nA=2')).toEqual(toVariables({ A: '2' }))
  })
})

describe('refuses', () => {
  it.each([
    ['a line without =', 'A=1\nnonsense', [{ line: 2 }]],
    ['a name alone', 'A', [{ line: 1 }]],
    ['a bad name', '1A=x\nb-c=x\nd.e=x', [{ line: 1 }, { line: 2 }, { line: 3 }]],
    ['an open quote', 'A=1\nB="x\nC=2', [{ line: 2, key: 'B' }]],
    ['text after a quote', 'A="x" y', [{ line: 1, key: 'A' }]],
    ['a value on the next line', 'A=\n"x"', [{ line: 2 }]],
    ['a colon without a value', 'A:\nB=2', [{ line: 1 }]],
    ['a NUL', 'A=x\0y\nB="x\0"', [{ line: 1 }, { line: 2, key: 'B' }]],
    ['a line separator', "# \u2028A=1\nB='x'\u2028", [{ line: 1 }, { line: 2, key: 'B' }]],
    ['a line separator after a quote that opens nothing', 'A==" \u2028', [{ line: 1 }]],
    [
      'the text of a key without quotes',
      'A=-----BEGIN-----\nMC4C\n-----END-----',
      [{ line: 2 }, { line: 3 }],
    ],
    ['an export of a variable that is not set', 'export B', [{ line: 1 }]],
  ])('%s', (_, text, problems) => {
    const error = unlessThrown(() => parseDotenv(text))
    expect(error.problems).toHaveLength(problems.length)
    expect(error.problems).toMatchObject(problems)
  })

  it('with a hundred problems at most, and in time for any text', () => {
    const begun = performance.now()
    expect(unlessThrown(() => parseDotenv("'\n".repeat(500_000))).problems).toHaveLength(100)
    for (const text of ['A="x\\"', "A='x\\'\n", 'A=" ', 'export A ', ' ', 'A', 'A=\'`"']) {
      try {
        parseDotenv(text.repeat(100_000))
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError)
      }
    }
    expect(performance.now() - begun).toBeLessThan(10_000)
  })

  it('counts lines after values of several lines', () => {
    expect(unlessThrown(() => parseDotenv('A="1\n2\n3"\r\n# c\r\nbad')).problems[0]?.line).toBe(5)
  })

  it('without quoting the text', () => {
    const error = unlessThrown(() => parseDotenv('A="s3cret" s3cret\ns3cret\ns3cret-=\nB="s3cret'))
    expect(error.problems).toHaveLength(4)
    expect(JSON.stringify(error.problems) + error.message).not.toContain('s3cret')
  })
})

function unlessThrown(attempt: () => unknown): FormatError {
  try {
    attempt()
  } catch (error) {
    if (error instanceof FormatError) return error
    throw error
  }
  throw new Error('it was accepted')
}
