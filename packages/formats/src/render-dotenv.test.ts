// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the values under test
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allReaders } from '../readers/all-readers.ts'
import { hardVariables, manyVariables } from '../readers/hard-text.ts'
import { dotenv, dotenvExpand } from '../readers/node-readers.ts'
import { isAbsent, type Reader, titleOf } from '../readers/reader.ts'
import { ruby } from '../readers/script-readers.ts'
import { bash } from '../readers/shell-readers.ts'
import { type DotenvDialect, dotenvDialects } from './dialect.ts'
import { FormatError } from './format-error.ts'
import { parseDotenv } from './parse-dotenv.ts'
import { render } from './render.ts'
import type { Rendered } from './render-dotenv.ts'
import { toVariables, type Variables } from './variables.ts'

type Attempt = Rendered & { carried: Variables }

/** Renders what the dialect can hold; what it rejects is rejected by name, and omitting those names is enough. */
function renderCarried(variables: Variables, dialect?: DotenvDialect): Attempt {
  try {
    return { ...render('dotenv', variables, { dialect }), carried: new Map(variables) }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const refused = new Set(error.problems.map(({ key }) => key))
    expect(refused.size).toBeGreaterThan(0)
    const carried = new Map([...variables].filter(([key]) => !refused.has(key)))
    expect(carried.size).toBe(variables.size - refused.size)
    return { ...render('dotenv', carried, { dialect }), carried }
  }
}

/** Whether the reader promises to read this text exactly, given the warnings of `render`. */
function mustRead(
  reader: Reader,
  dialect: DotenvDialect | undefined,
  { warnings, carried }: Attempt,
): boolean {
  const values = Array.from(carried.values(), ({ value }) => value)
  if (carried.size === 0) return false
  if (reader.name === ruby.name && values.some((value) => value.includes('\n')) && isOld(ruby)) return false
  const always = dialect === undefined ? ['npm dotenv', 'npm dotenv, fast', 'bash'] : primary[dialect]
  if (always.includes(reader.name)) return true
  if (reader.name === dotenvExpand.name && values.some((value) => value.includes('$('))) return false
  if (dialect === undefined && (reader.dialect === 'docker' || reader.dialect === 'make')) return false
  // phpdotenv detects values of several lines by `="`, and reads them in double quotes only.
  if (dialect === undefined && reader.dialect === 'php' && values.some((value) => /\n|="/.test(value)))
    return false
  return warnings.length === 0 && (dialect === undefined || reader.dialect === dialect)
}

/** Readers for which a dialect is right, whatever its warnings. */
const primary: Readonly<Record<DotenvDialect, readonly string[]>> = {
  node: ['npm dotenv', 'npm dotenv, fast'],
  next: ['@next/env'],
  compose: ['docker compose'],
  docker: ['docker --env-file'],
  python: ['python-dotenv'],
  ruby: ['ruby dotenv 3'],
  go: ['godotenv'],
  php: ['phpdotenv'],
  make: ['GNU make'],
  bash: ['bash'],
  systemd: ['systemd'],
}

const isOld = ({ version = '' }: Reader) => /^2\.[0-6]\./.test(version)

describe.each([undefined, ...dotenvDialects])('dialect %s', (dialect) => {
  const readers = allReaders.filter((reader) => dialect === undefined || reader.dialect === dialect)
  for (const reader of readers) {
    it.skipIf(isAbsent(reader))(`${titleOf(reader)} reads what was written`, () => {
      const inProcess = !['bash', 'python-dotenv', 'ruby dotenv', 'phpdotenv', 'GNU make'].includes(
        reader.name,
      )
      fc.assert(
        fc.property(manyVariables, (many) => {
          const attempts = many
            .map((variables) => renderCarried(variables, dialect))
            .filter((attempt) => mustRead(reader, dialect, attempt))
          const read = reader.read(attempts.map(({ text }) => text))
          for (const [index, { carried, text }] of attempts.entries()) {
            expect({ text, read: read[index] }).toEqual({ text, read: carried })
          }
        }),
        { numRuns: inProcess ? 60 : 6 },
      )
    })
  }
})

it('never lets a value affect another variable, whatever npm dotenv reads', () => {
  fc.assert(
    fc.property(hardVariables, fc.constantFrom(undefined, 'node' as const), (variables, dialect) => {
      const { text, carried } = renderCarried(variables, dialect)
      expect(parseDotenv(text)).toEqual(carried)
      expect(dotenv.read([text])[0]).toEqual(carried)
    }),
    { numRuns: 2000 },
  )
})

it("writes systemd's dialect so that a shell reads it too", () => {
  fc.assert(
    fc.property(manyVariables, (many) => {
      const attempts = many
        .map((variables) => renderCarried(variables, 'systemd'))
        .filter(({ text }) => text !== '')
      expect(bash.read(attempts.map(({ text }) => text))).toEqual(attempts.map(({ carried }) => carried))
    }),
    { numRuns: 5 },
  )
})

describe('the portable rule', () => {
  const write = (value: string) => render('dotenv', toVariables({ A: value }))

  it.each([
    ['', ''],
    ['a/b.c:d@e%f+g,h=i!j-k_l', 'a/b.c:d@e%f+g,h=i!j-k_l'],
    ['a b', "'a b'"],
    ['a\nb', "'a\nb'"],
    ['C:\\new', "'C:\\new'"],
    ["it's", '"it\'s"'],
  ])('%j is written without a warning', (value, text) => {
    expect(write(value)).toEqual({ text: `A=${text}\n`, warnings: [] })
  })

  it.each([['a$b'], ['a\\\\b'], ['a\\'], ["it's C:\\dir"]])('%j is written with a warning', (value) => {
    expect(write(value).warnings.map(({ key }) => key)).toEqual(['A'])
  })

  it.each([['\'"'], ["'$"], ["'`"], ['a\rb'], ["it's \\new"], ["it's\\"], ["'\\\x7F<<"]])(
    '%j is refused',
    (value) => {
      expect(() => write(value)).toThrow(/^A: no single text .* these dialects can hold it: .*systemd/)
    },
  )
})

it('names dialects for short values only', () => {
  const variables = toVariables({ LONG: 'two\nlines'.repeat(6_000), SHORT: 'two\nlines' })
  const attempt = () => render('dotenv', variables, { dialect: 'docker' })
  expect(attempt).toThrow(/LONG: [^;]*; json and yaml can hold it; SHORT: .*these dialects can hold it: node/)
})

it('names every variable that cannot be held, and no value', () => {
  const variables = toVariables({
    GOOD: 'x',
    PEM: 'secret\nsecret',
    KEY: 'secret\n',
  })
  expect(() => render('dotenv', variables, { dialect: 'docker' })).toThrow(
    expect.objectContaining({
      problems: [expect.objectContaining({ key: 'PEM' }), expect.objectContaining({ key: 'KEY' })],
    }),
  )
  expect(() => render('dotenv', variables, { dialect: 'docker' })).not.toThrow(/secret/)
})

it('sees every reference that python-dotenv sees, and in time for any value', () => {
  const carried = (value: string) => renderCarried(toVariables({ A: value }), 'python').carried.size === 1
  for (const value of ['${}', 'x${A B}', '${a:-b}', '${a:-${b:c}', '${a:b}${c}', '${a:b${c}'])
    expect(carried(value)).toBe(false)
  for (const value of ['${', '$}', '${a', '${a:b}', '{a}', '}${', '$A', '${a:b${c:d}'])
    expect(carried(value)).toBe(true)
  const begun = performance.now()
  for (const piece of ['${', '${:', "'", '\\', '$', '${a}', '\r', '# ']) {
    for (const dialect of [undefined, ...dotenvDialects])
      renderCarried(toVariables({ A: piece.repeat(30_000) }), dialect)
  }
  expect(performance.now() - begun).toBeLessThan(10_000)
})

it('rejects a name that a reader loses, and a line that is too long for docker', () => {
  const proto = toVariables({ ['__proto__']: 'x' })
  for (const dialect of [undefined, 'node', 'next'] as const) {
    expect(() => render('dotenv', proto, { dialect })).toThrow(/__proto__/)
  }
  expect(() => render('dotenv', toVariables({ UID: '1' }), { dialect: 'bash' })).toThrow(/UID: bash reserves/)
  expect(render('dotenv', toVariables({ UID: '1' })).warnings).toHaveLength(1)
  const line = (length: number) => toVariables({ A: 'x'.repeat(length - 'A=\n'.length) })
  expect(render('dotenv', line(65_536), { dialect: 'docker' }).text).toHaveLength(65_536)
  expect(() => render('dotenv', line(65_537), { dialect: 'docker' })).toThrow(/64 KiB/)
})
