import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FormatError } from '../src/format-error.ts'
import { render } from '../src/render.ts'
import { toVariables, type Variables } from '../src/variables.ts'
import { manyVariables } from './hard-text.ts'
import { hardValues } from './hard-values.ts'
import { nodeReleases } from './node-versions.ts'
import { isAbsent, titleOf } from './reader.ts'

const hard = [...hardValues.values()].map((value) => toVariables({ FIRST: 'x y', VALUE: value, LAST: '#z' }))

/** What is written without a warning must read back exactly. */
function writeWithoutWarning(dialect: 'node' | undefined, all: readonly Variables[]) {
  return all.flatMap((variables) => {
    try {
      const rendered = render('dotenv', variables, { dialect })
      return rendered.warnings.length === 0 ? [{ variables, text: rendered.text }] : []
    } catch (error) {
      if (error instanceof FormatError) return []
      throw error
    }
  })
}

describe.each([undefined, 'node'] as const)('dialect %s', (dialect) => {
  for (const reader of nodeReleases) {
    it.skipIf(isAbsent(reader))(`${titleOf(reader)} reads what was written`, () => {
      const random = fc
        .sample(manyVariables, 10)
        .flat()
        .filter(({ size }) => size > 0)
      const written = writeWithoutWarning(dialect, [...hard, ...random])
      expect(written.length).toBeGreaterThan(20)
      expect(reader.read(written.map(({ text }) => text))).toEqual(written.map(({ variables }) => variables))
    })
  }
})
