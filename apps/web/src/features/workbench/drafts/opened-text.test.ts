import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packText, unpackText } from './edits.ts'

describe('a text while the vault is locked', () => {
  it('holds what was typed and nothing of what was stored', () => {
    const stored = 'A=s3cret\nB=other\nKEY="line one\nline two"\n'
    const packed = packText('# note\nA=s3cret\nB=typed\nKEY="line one\nline two"\nNEW=1', stored)
    expect(packed.filter((line) => typeof line === 'string')).toEqual(['# note', 'B=typed', 'NEW=1'])
  })

  it('comes back as it was', () => {
    const line = fc.constantFrom('', 'A=1', 'B=2', '# c', 'x y')
    const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, (typed, stored) => {
        expect(unpackText(packText(typed, stored), stored)).toBe(typed)
      }),
    )
  })
})
