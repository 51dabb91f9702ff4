import { readFileSync } from 'node:fs'
import { LABELS } from '@envhold/integrity/context.ts'
import { expect, it } from 'vitest'
import environment from '../vectors/environment.json' with { type: 'json' }
import grant from '../vectors/grant.json' with { type: 'json' }
import { knownAnswers } from '../vectors/known-answers.ts'

const documented = readFileSync(new URL('../../../docs/security/stored-formats.md', import.meta.url), 'utf8')
const answers = await knownAnswers()

// A change to one of these changes what is stored: it needs a new version or label, not a new file.
it.each(Object.keys(answers))('%s is unchanged', (name) => {
  const stored = readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8')
  expect(answers[name]).toEqual(JSON.parse(stored))
})

it.each(Object.keys(LABELS))('%s is documented', (label) => {
  expect(documented).toContain(`| \`${label}\` |`)
})

it('works the examples in the documentation', () => {
  const version = environment.cases[1]?.blob ?? ''
  const sealed = grant.cases[0]?.blob ?? ''
  for (const part of [
    version.slice(2, 66),
    version.slice(66, 130),
    version.slice(-32),
    sealed.slice(-96),
    grant.keyId,
  ]) {
    expect(part.length).toBeGreaterThanOrEqual(32)
    expect(documented).toContain(part)
  }
})
