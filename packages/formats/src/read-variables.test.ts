import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { hardVariables } from '../readers/hard-text.ts'
import { hardValues } from '../readers/hard-values.ts'
import { dotenvDialects } from './dialect.ts'
import { FormatError } from './format-error.ts'
import { readVariables } from './read-variables.ts'
import { render } from './render.ts'
import { writeStatement } from './render-dotenv.ts'
import { toVariables, type Variables } from './variables.ts'

const renderable = (variables: Variables, dialect: (typeof dotenvDialects)[number]) =>
  new Map([...variables].filter(([key, { value }]) => writeStatement(key, value, dialect) !== undefined))

describe.each(dotenvDialects)('what was written for %s', (dialect) => {
  it('reads back, if the values are known', () => {
    const hard = new Map([...hardValues.values()].map((value, index) => [`V${index}`, { value }]))
    fc.assert(
      fc.property(hardVariables, (more) => {
        const known = renderable(new Map([...hard, ...more]), dialect)
        const { text } = render('dotenv', known, { dialect })
        expect(readVariables('dotenv', text, { dialect, known }).variables).toEqual(known)
      }),
      { numRuns: 20 },
    )
  })

  it('and so does the rest beside a value that was changed by hand', () => {
    const hard = new Map([...hardValues.values()].map((value, index) => [`V${index}`, { value }]))
    const known = renderable(hard, dialect)
    const text = `${render('dotenv', known, { dialect }).text}NEW=changed\n`.replace(
      'V0=production',
      'V0=staging',
    )
    const read = readVariables('dotenv', text, { dialect, known })
    expect(read.variables).toEqual(new Map([...known, ...toVariables({ V0: 'staging', NEW: 'changed' })]))
    if (dialect !== 'node') expect(read.warnings).toEqual([])
  })
})

describe.each(dotenvDialects)('for %s, what was written by hand', (dialect) => {
  it.each([
    ['with export', 'export PORT=3000\n'],
    ['with a colon', 'PORT: 3000\n'],
    ['indented', '  PORT=3000\n'],
    ['nowhere else', ''],
  ])('is whole if a value has a line like a variable that is set %s', (_, port) => {
    const text = `${port}APP_CONFIG='# app\nPORT=3000\nLOG=info\n'\nDB=x\n`
    const known = toVariables({ PORT: '3000', DB: 'x' })
    expect(readVariables('dotenv', text, { dialect, known }).variables).toEqual(
      readVariables('dotenv', text, { dialect }).variables,
    )
  })

  it('reads as if nothing was known', () => {
    const name = fc.constantFrom('A', 'B', 'C')
    const bare = fc.constantFrom('', '1', 'x', 'A=1')
    const line = fc
      .tuple(fc.constantFrom('', 'export ', '  ', '# '), name, fc.constantFrom('=', ' = ', ': '), bare)
      .map((parts) => parts.join(''))
    const quoted = fc
      .tuple(name, fc.constantFrom("'", '"', '`'), fc.array(line, { maxLength: 3 }))
      .map(([key, quote, lines]) => `${key}=${quote}\n${lines.join('\n')}${quote}`)
    const text = fc
      .tuple(fc.array(fc.oneof(line, quoted), { maxLength: 6 }), fc.constantFrom('\n', '\r\n', '\n\n', '\r'))
      .map(([statements, lineBreak]) => statements.join(lineBreak))
    const values = fc.dictionary(name, bare)
    fc.assert(
      fc.property(text, values, (written, record) => {
        const known = toVariables(record)
        expect(readVariables('dotenv', written, { dialect, known }).variables).toEqual(
          readVariables('dotenv', written, { dialect }).variables,
        )
      }),
    )
  })
})

test('a value that was changed by hand, in the dialect’s own quotes, causes a warning', () => {
  const known = toVariables({ PASSWORD: 'pa$word' })
  const read = readVariables('dotenv', "PASSWORD='pa\\$new'\n", { dialect: 'next', known })
  expect(read.warnings).toMatchObject([
    { key: 'PASSWORD', kind: 'substitutes', problem: expect.stringContaining('next') },
    { key: 'PASSWORD', kind: 'escapes' },
  ])
})

test('a value that contains a CR and then looks like an assignment is still one value', () => {
  const known = toVariables({ K: '\rK=' })
  const { text } = render('dotenv', known, { dialect: 'docker' })
  expect(readVariables('dotenv', text, { dialect: 'docker', known }).variables).toEqual(known)
})

test.each(dotenvDialects)(
  'for %s, values that look like statements of each other are what they were',
  (dialect) => {
    const cases = [
      { K0: '\nK1=', K1: '$' },
      { K0: '', K1: "'\nK1=$$" },
      { K0: '\nK1=', K1: "'" },
      { K0: '\nK1=', K1: `$${'long'.repeat(20)}` },
      { K0: '\nK1=\nK2=', K1: '\nK2=$', K2: '\\$' },
    ]
    for (const values of cases) {
      const known = renderable(toVariables(values), dialect)
      const { text } = render('dotenv', known, { dialect })
      expect(readVariables('dotenv', text, { dialect, known }).variables).toEqual(known)
    }
  },
)

test('a repeated name is read by npm dotenv’s rules', () => {
  const read = readVariables('dotenv', 'A=1\nA=2\n', { dialect: 'docker', known: toVariables({ A: '1' }) })
  expect(read).toMatchObject({ variables: toVariables({ A: '2' }), warnings: [{ line: 2, key: 'A' }] })
})

test('a bad line keeps its number', () => {
  const known = toVariables({ KEY: 'one\ntwo' })
  const { text } = render('dotenv', known, { dialect: 'systemd' })
  const attempt = () => readVariables('dotenv', `${text}nonsense\n`, { dialect: 'systemd', known })
  expect(attempt).toThrow(FormatError)
  expect(attempt).toThrow(/line 3/)
})
