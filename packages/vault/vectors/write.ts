/** Writes the known answers: `node packages/vault/vectors/write.ts`. */
import { writeFileSync } from 'node:fs'
import { knownAnswers } from './known-answers.ts'

for (const [name, content] of Object.entries(await knownAnswers())) {
  writeFileSync(new URL(name, import.meta.url), `${JSON.stringify(content, null, 2)}\n`)
}
