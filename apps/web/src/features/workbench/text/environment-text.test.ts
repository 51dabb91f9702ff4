import { finishSteps } from '@envhold/formats/steps.ts'
import { toVariables, type Variables } from '@envhold/formats/variables.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTextSteps, textOf } from './environment-text.ts'

const readText = (text: string, base: Variables, leftOut: readonly string[]) =>
  finishSteps(readTextSteps(text, base, leftOut))

const unwritable = 'a\rb\'c"d'

describe('an environment as text', () => {
  it('is in the order of keys, with quotes only where they are needed', () => {
    const { text, leftOut } = textOf(
      toVariables({
        ZED: 'last',
        EMPTY: '',
        KEY: '-----BEGIN\nsecond line\n-----END',
        GREETING: "it's",
      }),
    )
    expect(text).toBe("EMPTY=\nGREETING=\"it's\"\nKEY='-----BEGIN\nsecond line\n-----END'\nZED=last\n")
    expect(leftOut).toEqual([])
  })

  it('leaves out what no text carries, and never takes it for removed', () => {
    const base = toVariables({ ODD: unwritable, PLAIN: '1' })
    const { text, leftOut } = textOf(base)
    expect({ text, leftOut }).toEqual({ text: 'PLAIN=1\n', leftOut: ['ODD'] })
    expect(readText(text, base, leftOut)).toMatchObject({ kind: 'read', edits: new Map() })
    expect(readText('ODD=plain now', base, leftOut)).toMatchObject({
      edits: new Map<string, unknown>([
        ['ODD', { value: 'plain now' }],
        ['PLAIN', null],
      ]),
    })
  })

  it('changes nothing when it is saved as it came', () => {
    const key = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,6}$/)
    const value = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.string({
        unit: fc.constantFrom('a', ' ', "'", '"', '`', '$', '\\', '\n', '\r', '#', '='),
        maxLength: 8,
      }),
    )
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(key, value), { maxLength: 5, selector: ([name]) => name }),
        (entries) => {
          const base = toVariables(Object.fromEntries(entries.filter(([, each]) => !each.includes('\0'))))
          const { text, leftOut } = textOf(base)
          expect(readText(text, base, leftOut)).toMatchObject({ kind: 'read', edits: new Map() })
        },
      ),
    )
  })

  it('says line and key of what cannot be read, and never a value', () => {
    const reading = readText('A=1\nnonsense s3cret\nB="open', new Map(), [])
    expect(reading).toMatchObject({ kind: 'refused', problems: [{ line: 2 }, { line: 3, key: 'B' }] })
    expect(JSON.stringify(reading)).not.toContain('s3cret')
  })

  it('removes everything when nothing is left but comments', () => {
    expect(readText('# all gone\n', toVariables({ A: '1' }), [])).toMatchObject({
      kind: 'read',
      edits: new Map([['A', null]]),
    })
  })

  it('has notes as comments above their variables', () => {
    const base = toVariables(
      { HOST: 'shop', PORT: '80', PLAIN: '' },
      {
        HOST: { note: 'Two\n\nparagraphs', due: '2031-01-31' },
        PORT: { note: 'Of the shop', due: null },
      },
    )
    const { text, leftOut } = textOf(base)
    expect(text).toBe('# Two\n#\n# paragraphs\nHOST=shop\nPLAIN=\n# Of the shop\nPORT=80\n')
    expect(readText(text, base, leftOut)).toMatchObject({ edits: new Map() })
    expect(readText('# New\nPLAIN=\n# Of the shop\nPORT=81\nHOST=shop', base, leftOut)).toMatchObject({
      edits: new Map<string, unknown>([
        ['PORT', { value: '81' }],
        ['PLAIN', { note: 'New' }],
        ['HOST', { note: null }],
      ]),
    })
    expect(readText('', base, leftOut)).toMatchObject({
      edits: new Map([...base.keys()].map((key) => [key, null])),
    })
  })

  it('keeps a note where its comment can be none, and that of a value that is left out', () => {
    const base = toVariables(
      { ODD: unwritable, PORT: '80' },
      { ODD: { note: 'Odd', due: null }, PORT: { note: 'Kept', due: null } },
    )
    const { leftOut } = textOf(base)
    expect(leftOut).toEqual(['ODD'])
    const reading = readText(`# ${'x'.repeat(501)}\nPORT=80`, base, leftOut)
    expect(reading).toMatchObject({ edits: new Map(), warnings: [{ key: 'PORT' }] })
  })

  it('changes no note when it is saved as it came', () => {
    const note = fc
      .string({
        unit: fc.constantFrom('a', ' ', '#', '=', '"', '\\', '\n', 'A=1'),
        minLength: 1,
        maxLength: 12,
      })
      .map((text) => text.trim())
      .filter((text) => text !== '')
    fc.assert(
      fc.property(note, note, (first, second) => {
        const base = toVariables(
          { A: '1', B: 'x y' },
          { A: { note: first, due: null }, B: { note: second, due: null } },
        )
        const { text, leftOut } = textOf(base)
        expect(readText(text, base, leftOut)).toMatchObject({ edits: new Map() })
      }),
    )
  })
})
