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
  run(paths: string[]): Promise<PartResult>
}

export const parts: Part[] = [
  {
    name: 'vitest',
    what: 'packages, server on SQLite and PostgreSQL, command line, web app, tools',
    entry: 'vitest.config.ts',
    mayBeMissing: false,
    run: (paths) => withReport(readVitest, (report) => vitest(report, paths)),
  },
  {
    name: 'components',
    what: 'components of the web app in a browser',
    entry: 'apps/web/vitest.config.ts',
    mayBeMissing: false,
    run: (paths) =>
      withReport(readVitest, (report) =>
        vitest(report, ['--root', 'apps/web', '--config', 'vitest.config.ts', ...paths]),
      ),
  },
  {
    name: 'e2e',
    what: 'journeys through browser and command line',
    entry: 'e2e/playwright.config.ts',
    mayBeMissing: false,
    run: (paths) =>
      withReport(readPlaywright, (report) => ({
        args: [
          'node_modules/@playwright/test/cli.js',
          'test',
          ...['-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
          ...paths,
        ],
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      })),
  },
  {
    name: 'crash',
    what: 'kill -9 at a random moment, 25 times',
    entry: 'dev/crash/crash.ts',
    mayBeMissing: false,
    async run() {
      const { code, output } = await show({ args: ['dev/crash/crash.ts', '--rounds', '25'], capture: true })
      const counts = countExitCode(countLine(output) ?? { passed: 0, failed: 1, skipped: 0 }, code)
      return { ...counts, failures: [] }
    },
  },
]

interface Command {
  args: string[]
  env?: Record<string, string>
  capture?: boolean
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
): Promise<PartResult> {
  const folder = await mkdtemp(join(tmpdir(), 'envhold-report-'))
  try {
    const file = join(folder, 'report.json')
    const { code } = await show(command(file))
    const report = await readFile(file, 'utf8').catch(() => undefined)
    const result = report ? read(JSON.parse(report)) : { passed: 0, failed: 0, skipped: 0, failures: [] }
    return { ...result, ...countExitCode(result, code) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Runs the pinned Node and forwards its output. */
function show({ args, env = {}, capture = false }: Command): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', capture ? 'pipe' : 'inherit', 'inherit'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk
    process.stdout.write(chunk)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
