// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the values under test
// What is read without a warning reads the same in every reader of a dialect, or that reader refuses the text.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DotenvDialect, dotenvDialects } from '../src/dialect.ts'
import { FormatError } from '../src/format-error.ts'
import { type ReadDotenv, readDotenv } from '../src/parse-dotenv.ts'
import { writeStatement } from '../src/render-dotenv.ts'
import { allAndOthers } from './all-readers.ts'
import { assignments } from './assignments.ts'
import { hardValues } from './hard-values.ts'
import { isAbsent, type Reader, titleOf } from './reader.ts'

const seed = 27
const texts = [...new Set(fc.sample(assignments, { seed, numRuns: 1_500 }))]

function readOrNull(text: string, dialect: DotenvDialect | undefined): ReadDotenv | null {
  try {
    return readDotenv(text, dialect)
  } catch (error) {
    if (error instanceof FormatError) return null
    throw error
  }
}

/** Texts that we accept for a dialect, with what we read. make starts a process for each. */
const accepted = (dialect: DotenvDialect | undefined) =>
  texts.slice(0, dialect === 'make' ? 700 : texts.length).flatMap((text) => {
    const read = readOrNull(text, dialect)
    return read === null ? [] : [{ text, read }]
  })

const valuesOf = (variables: ReadDotenv['variables']) =>
  Object.fromEntries(Array.from(variables, ([key, { value }]) => [key, value]))
const sorted = (record: Readonly<Record<string, string>>) =>
  JSON.stringify(Object.entries(record).toSorted(([left], [right]) => (left < right ? -1 : 1)))

/** ruby dotenv before 2.7.3 reads line by line, so without a dialect nothing else could hold a line break. */
const isOldRuby = ({ name, version }: Reader, { variables }: ReadDotenv) =>
  name === 'ruby dotenv' &&
  /^2\.[0-6]\./.test(version ?? '') &&
  [...variables.values()].some(({ value }) => value.includes('\n'))

/** systemd ignores a line with `export`, and logs it. */
const isIgnoredExport = ({ name }: Reader, text: string) => name === 'systemd' && /^\s*export\s/m.test(text)

const readersOf = (dialect: DotenvDialect | undefined) =>
  allAndOthers.filter((reader) =>
    dialect === undefined
      ? reader.dialect !== 'docker' && reader.dialect !== 'make'
      : reader.dialect === dialect,
  )

describe.each([undefined, ...dotenvDialects])('dialect %s', (dialect) => {
  const readers = readersOf(dialect)
  for (const reader of readers) {
    it.skipIf(isAbsent(reader))(`${titleOf(reader)} reads what was read without a warning`, () => {
      const silent = accepted(dialect).filter(({ read }) => read.warnings.length === 0)
      expect(silent.length).toBeGreaterThan(10)
      const theirs = reader.read(silent.map(({ text }) => text))
      const wrong = silent.filter(({ text, read }, index) => {
        const there = theirs[index]
        if (there === null || there === undefined) return false
        if (dialect === undefined && (isOldRuby(reader, read) || isIgnoredExport(reader, text))) return false
        return sorted(valuesOf(read.variables)) !== sorted(valuesOf(new Map(there)))
      })
      expect(wrong.map(({ text }) => text)).toEqual([])
    })
  }

  it.skipIf(readers.some(isAbsent))('warns rarely where all its readers read the same', () => {
    // An earlier value of a repeated name is judged, too, and the name of a comment's reader may be an older release.
    const judged = accepted(dialect).filter(({ read }) =>
      read.warnings.every(({ kind }) => kind !== 'repeated' && kind !== 'comment-line'),
    )
    const theirs = readers.map((reader) => reader.read(judged.map(({ text }) => text)))
    const alike = judged.filter(({ read }, index) =>
      theirs.every((list) => {
        const there = list[index]
        return there && sorted(valuesOf(read.variables)) === sorted(valuesOf(new Map(there)))
      }),
    )
    const alarms = alike.filter(({ read }) => read.warnings.length > 0)
    expect(alike.length).toBeGreaterThan(dialect === 'make' ? 10 : 30)
    expect(alarms.length / alike.length).toBeLessThan(0.08)
  })
})

describe.each(dotenvDialects)('a hard value in the dialect %s', (dialect) => {
  const readers = readersOf(dialect)
  it.skipIf(readers.some(isAbsent))('causes no warning where it is read right and its readers agree', () => {
    const alarms = [...hardValues].flatMap(([name, value]) => {
      const statement = writeStatement('VALUE', value, dialect)
      if (statement === undefined) return []
      const read = readOrNull(statement, dialect)
      if (read?.variables.get('VALUE')?.value !== value || read.warnings.length === 0) return []
      return readers.every((reader) => reader.read([statement])[0]?.get('VALUE')?.value === value)
        ? [name]
        : []
    })
    expect(alarms).toEqual([])
  })
})

const kindsOf = (text: string, dialect?: DotenvDialect) =>
  (readOrNull(text, dialect)?.warnings ?? []).map(({ kind }) => kind)

describe('named cases', () => {
  it.each([
    ['COLOR=#ff0000', 'comment'],
    ['DB_PASS=s3$cret', 'substitutes'],
    ['HOST=$DATA_HOST', 'substitutes'],
    ['A="x$NAME"', 'substitutes'],
    ['A=pa$$word', 'substitutes'],
    ['A="pa$$word"', 'substitutes'],
    ["A='${B}'", 'substitutes'],
    ['A=`id`', 'backticks'],
    ['A=C:\\new\\dir', 'escapes'],
    ['A="a\\tb"', 'escapes'],
    ['A=x\u00a0', 'invisible'],
    ['A: b', 'separator'],
    ['A = b', 'separator'],
    ['A=b # c', 'comment'],
    ['A=hello world', 'shell'],
    ["A='it's'", 'own-quotes'],
    ['A=1\nA=2', 'repeated'],
    ['A="a\\nb"', 'line-escapes'],
  ])('%s causes a warning', (text, kind) => {
    expect(kindsOf(text)).toContain(kind)
  })

  it.each([
    'A=5$',
    "A='5$'",
    'A="5$ "',
    "A='a$ b'",
    'A=1\nA=1',
    "A='C:\\new\\dir'",
    'A="it\'s"',
    'A="one\ntwo"',
  ])('%s causes none', (text) => {
    expect(kindsOf(text)).toEqual([])
  })

  it('says what to write instead, and never the value', () => {
    const { warnings } = readDotenv("A=C:\\s3cret\nB=\"it's\\s3cret\"\nC='s3$cret'\nD=hello s3cret")
    expect(warnings).toMatchObject([
      { line: 1, key: 'A', problem: expect.stringMatching(/single quotes$/) },
      { line: 2, key: 'B' },
      { line: 3, key: 'C', problem: expect.stringMatching(/dialect/) },
      { line: 4, key: 'D', problem: expect.stringMatching(/single quotes$/) },
    ])
    expect(JSON.stringify(warnings)).not.toContain('cret')
  })
})
