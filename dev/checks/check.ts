// `npm run check`: every rule of the code that a tool can check. All checks run, and every failure is shown.

import { availableParallelism } from 'node:os'
import type { Check, Outcome } from './run-check.ts'
import { checks, runCheck } from './run-check.ts'

const only = process.argv.slice(2)
const selected = only.length > 0 ? checks.filter(({ name }) => only.includes(name)) : checks
if (selected.length === 0) {
  console.error(`There is no check "${only.join(' ')}": ${checks.map(({ name }) => name).join(', ')}`)
  process.exit(64)
}

const outcomes = new Map<Check, Outcome>()
const waiting = [...selected]
const worker = async () => {
  for (let check = waiting.shift(); check; check = waiting.shift()) outcomes.set(check, await runCheck(check))
}
await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, worker))

for (const [{ name, what }, { ok, output }] of outcomes) {
  if (!ok) console.log(`\n── ${name}: ${what}\n\n${output.trim()}`)
}
console.log()
for (const check of selected) {
  const { ok, seconds } = outcomes.get(check) as Outcome
  console.log(
    `   ${ok ? 'ok    ' : 'FAILED'}  ${check.name.padEnd(10)} ${check.what}  (${seconds.toFixed(1)} s)`,
  )
}
const failed = [...outcomes.values()].filter(({ ok }) => !ok).length
console.log(`\n${outcomes.size - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
