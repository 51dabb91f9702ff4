import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './root.mjs'
import type { Counts } from './test-counts.ts'
import { countExitCode, countLine, countPlaywright, countVitest } from './test-counts.ts'
import type { Failure } from './test-failures.ts'
import { playwrightFailures, vitestFailures } from './test-failures.ts'

export interface PartResult extends Counts {
  /** Empty if the part cannot say what failed: what it printed does. */
  failures: Failure[]
}

export interface Part {
  name: string
  what: string
  /** Without this file the part does not exist. In CI that is a failure, unless `mayBeMissing`. */
  entry: string
  mayBeMissing: boolean
  /** Parts of one lane run one after the other. */
  lane: 'first' | 'second'
  run(paths: string[], output: Output): Promise<PartResult>
}

/** Where the output of a part goes, as it arrives. */
export type Output = (chunk: Buffer) => void

export const parts: Part[] = [
  {
    name: 'vitest',
    what: 'packages, server on SQLite and PostgreSQL, command line, web app, tools',
    entry: 'vitest.config.ts',
    mayBeMissing: false,
    lane: 'first',
    run: (paths, output) => withReport(readVitest, (report) => vitest(report, paths), output),
  },
  {
    name: 'components',
    what: 'components of the web app in a browser',
    entry: 'apps/web/vitest.config.ts',
    mayBeMissing: false,
    lane: 'second',
    run: (paths, output) =>
      withReport(
        readVitest,
        (report) => vitest(report, ['--root', 'apps/web', '--config', 'vitest.config.ts', ...paths]),
        output,
      ),
  },
  {
    name: 'e2e',
    what: 'journeys through browser and command line',
    entry: 'e2e/playwright.config.ts',
    mayBeMissing: false,
    lane: 'second',
    run: (paths, output) =>
      withReport(
        readPlaywright,
        (report) => ({
          args: [
            'node_modules/@playwright/test/cli.js',
            'test',
            ...['-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
            ...paths,
          ],
          env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
        }),
        output,
      ),
  },
  {
    name: 'crash',
    what: 'kill -9 at a random moment, 25 times, and of these about 5 without what was not synced',
    entry: 'dev/crash/crash.ts',
    mayBeMissing: false,
    lane: 'second',
    async run(_paths, output) {
      const rounds =
        process.env.ENVHOLD_LONG_RUNS === '1' ? ['--rounds', '200', '--power-cuts', '1'] : ['--rounds', '25']
      const { code, said } = await show({ args: ['dev/crash/crash.ts', ...rounds] }, output)
      const counts = countExitCode(countLine(said) ?? { passed: 0, failed: 1, skipped: 0 }, code)
      return { ...counts, failures: [] }
    },
  },
]

interface Command {
  args: string[]
  env?: Record<string, string>
}

/** A path may hold tests of one kind alone, so a run without tests is no failure here: `test.ts` judges the sum. */
const vitest = (report: string, args: string[]): Command => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return { args: ['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', ...reporters, ...args] }
}

const readVitest = (report: unknown): PartResult => ({
  ...countVitest(report),
  failures: vitestFailures(report),
})

const readPlaywright = (report: unknown): PartResult => ({
  ...countPlaywright(report),
  failures: playwrightFailures(report),
})

async function withReport(
  read: (report: unknown) => PartResult,
  command: (reportFile: string) => Command,
  output: Output,
): Promise<PartResult> {
  const folder = await mkdtemp(join(tmpdir(), 'envhold-report-'))
  try {
    const file = join(folder, 'report.json')
    const { code } = await show(command(file), output)
    const report = await readFile(file, 'utf8').catch(() => undefined)
    const result = report ? read(JSON.parse(report)) : { passed: 0, failed: 0, skipped: 0, failures: [] }
    return { ...result, ...countExitCode(result, code) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Runs the pinned Node and forwards its output. */
function show({ args, env = {} }: Command, output: Output): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const forward = (chunk: Buffer) => {
    said += chunk
    output(chunk)
  }
  child.stdout.on('data', forward)
  child.stderr.on('data', forward)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, said }))
  })
}
