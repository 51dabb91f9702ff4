import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanName } from './wording.ts'

test.each([
  ['Web shop', 'Web shop'],
  ['  Web \t shop\n', 'Web shop'],
  ['a\r\nBcc: b', 'a Bcc: b'],
  ['\u202eevil', 'evil'],
  ['👩‍🚀 Apollo', '👩‍🚀 Apollo'],
  ['می‌خواهم', 'می‌خواهم'],
  ['', 'unnamed'],
  ['\u0000', 'unnamed'],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['x'.repeat(61), `${'x'.repeat(59)}…`],
])('%j becomes %j', (name, expected) => expect(cleanName(name)).toBe(expected))

test('truncates between letters, never inside one', () => {
  expect(cleanName('👩‍🚀'.repeat(70))).toMatch(/^(?:👩‍🚀)+…$/)
})

test('is one short line, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const name = cleanName(text)
      expect(name).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      expect(name.length).toBeLessThanOrEqual(241)
      expect(name).not.toBe('')
      expect(cleanName(name)).toBe(name)
    }),
  )
})
