import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { knownAnswers } from '../vectors/known-answers.ts'

const answers = await knownAnswers()

// Whoever changes one of these changes what is stored: that needs a new version or label, not a new file.
it.each(Object.keys(answers))('%s stays as it is', (name) => {
  const stored = readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8')
  expect(answers[name]).toEqual(JSON.parse(stored))
})
