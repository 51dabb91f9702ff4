import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './root.mjs'
import type { Counts } from './test-counts.ts'
import { countExitCode, countLine, countPlaywright, countVitest } from './test-counts.ts'

export interface Part {
  name: string
  what: string
  /** Without this file the part does not exist. In CI that is a failure, unless `mayBeMissing`. */
  entry: string
  mayBeMissing: boolean
  run(paths: string[]): Promise<Counts>
}

export const parts: Part[] = [
  {
    name: 'vitest',
    what: 'packages, server on SQLite and PostgreSQL, command line, web app, tools',
    entry: 'vitest.config.ts',
    mayBeMissing: false,
    run: (paths) => withReport(countVitest, (report) => vitest(report, paths)),
  },
  {
    name: 'components',
    what: 'components of the web app in a browser',
    entry: 'apps/web/vitest.config.ts',
    mayBeMissing: false,
    run: (paths) =>
      withReport(countVitest, (report) =>
        vitest(report, ['--root', 'apps/web', '--config', 'vitest.config.ts', ...paths]),
      ),
  },
  {
    name: 'e2e',
    what: 'journeys through browser and command line',
    entry: 'e2e/playwright.config.ts',
    mayBeMissing: false,
    run: (paths) =>
      withReport(countPlaywright, (report) => ({
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
      return countExitCode(countLine(output) ?? { passed: 0, failed: 1, skipped: 0 }, code)
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

async function withReport(
  count: (report: unknown) => Counts,
  command: (reportFile: string) => Command,
): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'envhold-report-'))
  try {
    const file = join(folder, 'report.json')
    const { code } = await show(command(file))
    const report = await readFile(file, 'utf8').catch(() => undefined)
    return countExitCode(report ? count(JSON.parse(report)) : { passed: 0, failed: 0, skipped: 0 }, code)
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
