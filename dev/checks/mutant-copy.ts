import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { changedFiles, isInBrowser } from '../setup/changed-tests.ts'
import { root } from '../setup/root.mjs'
import { vitestFailures } from '../setup/test-failures.ts'

export interface TestRun {
  /** The files of tests that failed; one that is none stands for a failure outside of them. */
  readonly failed: readonly string[]
  readonly isComplete: boolean
}

export interface MutantCopy {
  has(path: string): boolean
  read(path: string): string
  write(path: string, content: string): void
  /** Builds what is stale and runs these files of tests. */
  run(tests: readonly string[], how: { bail: boolean; until: number }): Promise<TestRun>
  remove(): void
}

const errorOutside = 'an error outside of all tests'

const dependencies = ['node_modules', 'apps/server/node_modules', 'apps/web/node_modules']

/**
 * A copy of the checkout in a temporary folder, with what is not committed; or of another commit. It has its own
 * copy of the dependencies, because those of ours are links to the folder that they are in.
 */
export function createMutantCopy(commit?: string): MutantCopy {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'envhold-mutants-')))
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  git('clone', '--quiet', '--shared', '--no-checkout', root, '.')
  git('checkout', '--quiet', '--detach', commit ?? revision())
  for (const path of commit === undefined ? changedFiles('HEAD') : []) {
    rmSync(join(folder, path), { force: true })
    if (existsSync(join(root, path))) cpSync(join(root, path), join(folder, path))
  }
  for (const path of dependencies.filter((dependency) => existsSync(join(root, dependency))))
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (from) => !from.endsWith('/node_modules/.cache'),
    })
  const write = (path: string, content: string) => writeFileSync(join(folder, path), content)
  return {
    has: (path) => existsSync(join(folder, path)),
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    write,
    run: (tests, how) => runTests(folder, tests, how),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const revision = () => execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()

/** So many of the nearest run first: they find most defects. */
const nearest = 6

async function runTests(
  folder: string,
  tests: readonly string[],
  { bail, until }: { bail: boolean; until: number },
): Promise<TestRun> {
  // Tests of the web app read its sources.
  const needsBuild = tests.some((path) => !/^(?:apps\/web|packages)\//.test(path))
  if (needsBuild && (await runNode(folder, ['dev/setup/run.mjs', 'build'], until)) !== 0)
    return { failed: ['the build'], isComplete: true }
  const failed: string[] = []
  for (const some of inTurns(tests)) {
    const report = join(folder, 'node_modules/report.json')
    rmSync(report, { force: true })
    const args = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--passWithNoTests',
      '--reporter=json',
      `--outputFile=${report}`,
      ...(bail ? ['--bail=1'] : []),
      ...(some.some(isInBrowser) ? ['--root', 'apps/web', '--config', 'vitest.config.ts'] : []),
      ...some,
    ]
    const code = await runNode(folder, args, until)
    if (code === undefined) return { failed, isComplete: false }
    const here = existsSync(report) ? failedFiles(folder, readFileSync(report, 'utf8')) : []
    failed.push(...(code !== 0 && here.length === 0 ? [errorOutside] : here))
    if (bail && failed.length > 0) break
  }
  return { failed, isComplete: true }
}

function inTurns(tests: readonly string[]): string[][] {
  const browser = tests.filter(isInBrowser)
  const plain = tests.filter((path) => !isInBrowser(path))
  const near = [plain.slice(0, nearest), browser.slice(0, nearest)]
  const far = [plain.slice(nearest), browser.slice(nearest)]
  return [...near, ...far].filter((some) => some.length > 0)
}

const failedFiles = (folder: string, report: string): string[] => {
  const files = vitestFailures(JSON.parse(report)).map(({ where }) => where.split(' › ')[0] ?? where)
  return [...new Set(files)].map((path) => relative(folder, path))
}

/** @returns its exit code; undefined if its time was over, and then all its processes have ended */
function runNode(folder: string, args: readonly string[], until: number): Promise<number | undefined> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
  })
  return new Promise((resolve, reject) => {
    let isOver = false
    const end = () => {
      isOver = true
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }
    const timer = setTimeout(end, until - Date.now())
    process.once('exit', end)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      process.off('exit', end)
      resolve(isOver ? undefined : (code ?? 1))
    })
  })
}
