// `npm test`: every test there is, part by part, each shown as it runs, and one line at the end that adds them up.
//
//   npm test                                  everything
//   npm test -- --only vitest,e2e             some of its parts
//   npm test -- packages/vault                the tests whose path holds these words
//   npm test -- --changed                     the tests that a change reaches: what is not committed, or the last commit
//   npm test -- --changed --since main        … everything since that commit
//   npm test -- --long …                      random histories in full: hours instead of minutes
//   npm test -- --profile …                   and where the time went

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changedTests } from './changed-tests.ts'
import { startProfile } from './profile.ts'
import { root } from './root.mjs'
import { total } from './test-counts.ts'
import { prepareEnvironment } from './test-environment.ts'
import { describeFailures } from './test-failures.ts'
import type { Output, Part, PartResult } from './test-parts.ts'
import { parts } from './test-parts.ts'

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    long: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    since: { type: 'string' },
  },
  allowPositionals: true,
})

interface TimedResult extends PartResult {
  seconds: number
}

if (values.since !== undefined && !values.changed) {
  console.error('--since says since when --changed looks: npm test -- --changed --since main')
  process.exit(64)
}
prepareEnvironment()
if (values.long) process.env.ENVHOLD_LONG_RUNS = '1'
const profile = values.profile ? startProfile() : undefined
const paths = values.changed ? await changedPaths(values.since) : positionals
const selected = selectParts(
  values.only?.flatMap((names) => names.split(',')),
  paths,
)
const results: [name: string, result: TimedResult][] = []
const lanes = [...Map.groupBy(selected, ({ lane }) => lane).values()]
await Promise.all(lanes.map(runLane))

const sum = total(results.map(([, result]) => result))
const ranNothing = sum.passed + sum.failed === 0
console.log()
for (const [name, { passed, failed, skipped, seconds }] of results) {
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`
  console.log(`   ${name.padEnd(10)} ${counts}  (${seconds.toFixed(1)} s)`)
}
if (ranNothing) console.log('   No test ran.')
profile?.print()
const failures = results.flatMap(([, result]) => result.failures)
if (failures.length > 0) console.log(`\n${describeFailures(failures, root)}`)
console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed > 0 || ranNothing ? 1 : 0)

function selectParts(only: string[] | undefined, paths: string[]): Part[] {
  const unknown = only?.filter((name) => !parts.some((part) => part.name === name)) ?? []
  if (unknown.length > 0) {
    console.error(`There is no part "${unknown.join('", "')}": ${parts.map((part) => part.name).join(', ')}`)
    process.exit(64)
  }
  return parts.filter((part) => (only ? only.includes(part.name) : paths.length === 0 || takes(part, paths)))
}

async function changedPaths(since: string | undefined): Promise<string[]> {
  const { tests, left } = await changedTests(since)
  const more = left > 0 ? `, the nearest; ${left} more in a full run` : ''
  console.log(`The change reaches ${tests.length} files of tests${more}.`)
  if (tests.length === 0) process.exit(0)
  return tests
}

function takes(part: Part, paths: string[]): boolean {
  if (part.name === 'crash') return false
  return paths.some((path) => {
    if (path.startsWith('e2e/') || part.name === 'e2e')
      return path.startsWith('e2e/') === (part.name === 'e2e')
    return part.name !== 'components' || !/^(packages|dev|apps\/(server|cli))\//.test(path)
  })
}

/** The output of the first lane shows as it comes, that of another one when the part has ended. */
async function runLane(lane: readonly Part[], index: number): Promise<void> {
  for (const part of lane) {
    const head = `\n── ${part.name}: ${part.what}\n\n`
    const chunks: Buffer[] = []
    const isShown = index === 0
    if (isShown) process.stdout.write(head)
    const result = await runPart(
      part,
      (chunk) => void (isShown ? process.stdout.write(chunk) : chunks.push(chunk)),
    )
    if (!isShown) process.stdout.write(Buffer.concat([Buffer.from(head), ...chunks]))
    results.push([part.name, result])
  }
}

async function runPart(part: Part, output: Output): Promise<TimedResult> {
  if (!existsSync(join(root, part.entry))) {
    const excused = part.mayBeMissing || !process.env.CI
    console.log(`There is no ${part.entry}${excused ? ' yet' : ': in CI that is a failure'}.`)
    return { passed: 0, failed: excused ? 0 : 1, skipped: 0, failures: [], seconds: 0 }
  }
  const begun = performance.now()
  const result = await part.run(paths, output)
  return { ...result, seconds: (performance.now() - begun) / 1000 }
}
