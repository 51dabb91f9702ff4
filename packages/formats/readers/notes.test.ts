// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the notes under test
// Comments must not change what readers read: every text is read once with notes and once without.

import { expect, it } from 'vitest'
import { render } from '../src/render.ts'
import type { Variables } from '../src/variables.ts'
import { allReaders } from './all-readers.ts'
import { isAbsent, titleOf } from './reader.ts'

const notes = [
  'of the team',
  'one\n\ntwo',
  'ends in a backslash\\',
  'ends in two\\\\\nand goes on',
  'a backslash and a space\\ \nnext',
  'FIRST=other',
  'export FIRST="other',
  'x ="open',
  'x="open',
  "it's",
  "x='open",
  'a `tick',
  '"',
  '$(touch x) ${HOME} $$',
  '# ; // --',
  'FIRST: other',
  "'the value above ends in a backslash",
  'ä 日本 😀',
]
const texts: readonly Variables[] = [
  new Map([
    ['FIRST', { value: 'x y' }],
    ['VALUE', { value: '' }],
    ['LAST', { value: 'z' }],
  ]),
  new Map([
    ['FIRST', { value: 'C:\\' }],
    ['VALUE', { value: 'a_b' }],
    ['LAST', { value: '#z' }],
  ]),
]
const noted = (variables: Variables, note: string): Variables =>
  new Map(Array.from(variables, ([key, variable]) => [key, { ...variable, note }]))

for (const reader of allReaders) {
  it.skipIf(isAbsent(reader)).each([undefined, reader.dialect])(
    `${titleOf(reader)} reads the same with notes, dialect %s`,
    (dialect) => {
      const pairs = notes.flatMap((note) =>
        texts.map((variables) => [
          render('dotenv', variables, { dialect }).text,
          render('dotenv', noted(variables, note), { dialect, notes: true }).text,
        ]),
      )
      const read = (side: number) => reader.read(pairs.map((pair) => pair[side] ?? ''))
      expect(read(1)).toEqual(read(0))
    },
  )
}
