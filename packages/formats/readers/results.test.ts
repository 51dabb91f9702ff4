import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { allReaders } from './all-readers.ts'
import { mayBeAbsent, type Reader } from './reader.ts'
import { collectResults } from './results.ts'
import { page, withTables } from './write-table.ts'

/** Readers whose plain column cannot be right: docker knows no quotes, and ruby dotenv before 2.7 no line breaks. */
const known: Readonly<Record<string, (reader: Reader, value: string) => boolean>> = {
  'docker --env-file': () => true,
  'ruby dotenv': ({ version }, value) =>
    /^2\.[0-6]\./.test(version ?? '') && /newline|PEM|assignment/.test(value),
}

it('no reader misreads a plain text without a warning', () => {
  const { readers, rows } = collectResults('plain')
  for (const [value, outcomes] of rows) {
    const wrong = readers.filter((reader, index) => {
      return outcomes[index] === 'differs' && !known[reader.name]?.(reader, value)
    })
    expect({ value, wrong: wrong.map(({ name }) => name) }).toEqual({ value, wrong: [] })
  }
})

it('npm dotenv and bash read every plain text', () => {
  const { readers, rows } = collectResults('plain')
  for (const name of ['npm dotenv', 'npm dotenv, fast', 'bash']) {
    const column = readers.findIndex((reader) => reader.name === name)
    expect(new Set([...rows.values()].map((outcomes) => outcomes[column]))).toEqual(
      new Set(['same', 'refused']),
    )
  }
})

it('no reader misreads its own dialect without a warning', () => {
  const { readers, rows } = collectResults('dialect')
  for (const outcomes of rows.values()) expect(outcomes).not.toContain('differs')
  expect(readers.length).toBeGreaterThan(9)
})

const absent = allReaders.filter(mayBeAbsent).map(({ name }) => name)
it.skipIf(absent.length > 0)(`the tables in docs/formats.md are current ${absent.join(', ')}`, () => {
  const committed = readFileSync(page, 'utf8')
  expect(withTables(committed)).toBe(committed)
})
