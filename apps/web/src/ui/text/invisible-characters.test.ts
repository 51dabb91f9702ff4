import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeInvisible, markInvisible } from './invisible-characters.ts'

const marksOf = (text: string) => markInvisible(text).flatMap(({ mark }) => mark?.sign ?? [])

describe('what a screen does not show', () => {
  it.each([
    ['plain text', []],
    ['two words\n\tindented', []],
    ['a\r\nb\r\n', ['CR', 'CR', 'LF']],
    ['a\rb', ['CR']],
    ['end  ', ['··']],
    ['end \t\nnext', ['·', 'TAB']],
    ['end \r\n', ['·', 'CR', 'LF']],
    ['no\u00a0break', ['NBSP']],
    ['zero\u200bwidth\u200d', ['ZWSP', 'ZWJ']],
    ['\u202eoverride\u202c', ['RLO', 'PDF']],
    ['\ufefffile', ['BOM']],
    ['\u0007bell', ['U+0007']],
    ['key\n\n', ['LF']],
    ['👩‍💻', ['ZWJ']],
  ])('%j has the marks %j', (text, marks) => expect(marksOf(text)).toEqual(marks))

  it('is counted in words', () => {
    expect(describeInvisible('a \r\nb  \r\n')).toBe('3 trailing spaces, 2 carriage returns, 1 last newline')
    expect(describeInvisible('a\nb')).toBe('')
  })

  it('adds nothing to the text and takes nothing away', () => {
    const odd = fc.string({
      unit: fc.constantFrom('a', ' ', '\t', '\n', '\r', '\u00a0', '\u200b', '\u202e', '😀'),
    })
    fc.assert(
      fc.property(odd, (text) => {
        expect(
          markInvisible(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})
