import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allReaders } from './all-readers.ts'
import { isAbsent, type Reader, titleOf } from './reader.ts'
import { collectResults } from './results.ts'
import { page, tableIn, tableOf } from './write-table.ts'

/** Readers whose plain column cannot be right: some do not support quotes, others no line breaks in single quotes. */
const known: Readonly<Record<string, (reader: Reader, value: string) => boolean>> = {
  'docker --env-file': () => true,
  'GNU make': () => true,
  phpdotenv: (_, value) => /newline|PEM|assignment/.test(value),
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

describe.each(['plain', 'dialect'] as const)("the table '%s' in docs/formats.md", (written) => {
  const committed = columnsOf(tableIn(readFileSync(page, 'utf8'), written))
  const current = columnsOf(tableOf(collectResults(written)))

  it('has every reader and every value', () => {
    expect([...committed.keys()]).toEqual(['value', ...allReaders.map(({ name }) => name)])
    expect(committed.get('value')).toEqual(current.get('value'))
  })

  for (const reader of allReaders) {
    // Its column comes from the release with the fewest features; a newer one may do better.
    const another = reader.name === 'ruby dotenv' && !reader.version?.startsWith('2.4.')
    it.skipIf(isAbsent(reader) || another)(`is current for ${titleOf(reader)}`, () => {
      expect(committed.get(reader.name)).toEqual(current.get(reader.name))
    })
  }
})

function columnsOf(table: string): Map<string, string[]> {
  const [header = [], , ...rows] = table
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  return new Map(header.map((name, column) => [name, rows.map((row) => row[column] ?? '')]))
}
