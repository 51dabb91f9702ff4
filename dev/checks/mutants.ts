// `npm run mutants`: plants 40 defects one after the other in a copy of the checkout, and runs the tests that each
// reaches, as `npm test -- --changed` would. Half of the defects are written down, half are by chance.
//
//   npm run mutants                        all
//   npm run mutants -- --seed 2            other defects by chance
//   npm run mutants -- --count 10          fewer
//   npm run mutants -- --only 3,17         some of them
//   npm run mutants -- --suite COMMIT      the same defects, with the tests of another commit

import { parseArgs } from 'node:util'
import { readImporters, testsOf } from '../setup/changed-tests.ts'
import { root } from '../setup/root.mjs'
import { prepareEnvironment } from '../setup/test-environment.ts'
import { type Defect, lineOfDefect, plantDefect } from './defect.ts'
import { createMutantCopy } from './mutant-copy.ts'
import { plantedDefects } from './planted-defects.ts'
import { randomDefects } from './random-defects.ts'

const limitMs = 5 * 60_000

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '40' },
    only: { type: 'string' },
    suite: { type: 'string' },
  },
})

interface Result {
  readonly number: number
  readonly foundBy: string | undefined
}

const count = Number(values.count)
const planted = plantedDefects.slice(0, Math.ceil(count / 2))
const defects = [...planted, ...randomDefects(root, Number(values.seed), count - planted.length)]
const only = values.only?.split(',').map(Number)
const chosen = [...defects.entries()]
  .map(([index, defect]) => ({ number: index + 1, defect }))
  .filter(({ number }) => only?.includes(number) ?? true)

const copy = createMutantCopy(values.suite)
process.once('exit', copy.remove)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
prepareEnvironment()
const importers = await readImporters()
const results: Result[] = []
console.log('| | defect | where | found by | seconds |\n|--:|---|---|---|--:|')
for (const { number, defect } of chosen) results.push({ number, foundBy: await hunt(number, defect) })

// A test that fails without a defect, too, has found nothing.
const finders = [...new Set(results.flatMap(({ foundBy }) => foundBy ?? []))].filter(copy.has)
const { failed } = await copy.run(finders, { bail: false, until: Date.now() + 4 * limitMs })
for (const path of failed) console.log(`${path} fails without a defect, too`)
const caught = results.filter(({ foundBy }) => foundBy !== undefined && !failed.includes(foundBy))
console.log(`\n${caught.length} of ${results.length} found`)
process.exit(0)

/** @returns what found the defect */
async function hunt(number: number, defect: Defect): Promise<string | undefined> {
  const begun = Date.now()
  const { file, what } = defect
  const content = copy.has(file) ? copy.read(file) : ''
  const broken = plantDefect(content, defect)
  const report = (result: string) => {
    const seconds = Math.round((Date.now() - begun) / 1000)
    console.log(`| ${number} | ${what} | ${file}:${lineOfDefect(content, defect)} | ${result} | ${seconds} |`)
  }
  if (broken === undefined) {
    report('not planted: the code is another one')
    return undefined
  }
  const tests = testsOf([file], importers).tests.filter(copy.has)
  copy.write(file, broken)
  const { foundBy, isComplete } = await firstToFail(tests, begun + limitMs).finally(() =>
    copy.write(file, content),
  )
  const missed = isComplete ? `NOT FOUND by ${tests.length} files of tests` : 'NOT FOUND in time'
  report(foundBy ?? missed)
  return foundBy
}

/** A failure has to repeat: on a busy machine a test may fail by chance. */
async function firstToFail(
  tests: readonly string[],
  until: number,
): Promise<{ foundBy?: string; isComplete: boolean }> {
  const { failed, isComplete } = await copy.run(tests, { bail: true, until })
  const [first] = failed
  if (first === undefined) return { isComplete }
  if (!tests.includes(first)) return { foundBy: first, isComplete }
  const again = await copy.run([first], { bail: true, until })
  if (again.failed.length > 0) return { foundBy: first, isComplete }
  return await firstToFail(
    tests.filter((path) => path !== first),
    until,
  )
}
