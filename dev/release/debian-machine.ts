// A bare Debian in a folder, to install a release in as people do. It shares this machine's network.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findProgram } from '../faults/find-program.ts'

const execute = promisify(execFile)

export type Suite = 'bookworm' | 'trixie'
export type Settings = Readonly<Record<string, string>>

export interface RunningProgram {
  /** Its id outside of the machine. */
  readonly pid: number
  readonly output: () => string
  /** Ends it with SIGTERM. @returns its exit code */
  readonly end: () => Promise<number | null>
}

/** Runs scripts of `sh -eu` as root. */
interface Shell {
  /** @returns what it printed @throws Error when it fails, with all that it said */
  readonly run: (script: string, settings?: Settings) => Promise<string>
}

export interface Machine extends Shell {
  readonly root: string
  /** Starts a script that ends with `exec PROGRAM`, and waits for a line of its output. */
  readonly start: (script: string, ready: RegExp, settings?: Settings) => Promise<RunningProgram>
  readonly remove: () => Promise<void>
}

/** Undefined where machines can be made; otherwise what is missing. */
export function missingForMachines(...more: readonly string[]): string | undefined {
  if (process.getuid?.() !== 0) return 'root'
  return ['mmdebstrap', 'unshare', 'chroot', ...more].find((name) => findProgram(name) === undefined)
}

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const environment = (settings: Settings) => [
  'env',
  '-i',
  ...Object.entries({ HOME: '/root', PATH: path, LC_ALL: 'C.UTF-8', ...settings }).map(
    ([name, value]) => `${name}=${value}`,
  ),
]
const maxBuffer = 16 << 20

async function runAs(words: readonly string[]): Promise<string> {
  const [program = '', ...args] = words
  try {
    return (await execute(program, args, { maxBuffer })).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${words.at(-1)}\n${stdout}${stderr}`, { cause: error })
  }
}

/** Mounts and processes of a script end with its namespace. */
const inside = (root: string, script: string, settings: Settings) => [
  ...['unshare', '--mount', '--pid', '--fork', '--kill-child', `--mount-proc=${root}/proc`],
  ...['sh', '-euc', `mount --rbind /dev '${root}/dev'; exec chroot '${root}' "$@"`, 'sh'],
  ...environment(settings),
  ...['sh', '-euc', script],
]

export async function createMachine(suite: Suite, packages: readonly string[] = []): Promise<Machine> {
  const root = await mkdtemp(join(tmpdir(), `envhold-${suite}-`))
  const include = packages.length > 0 ? [`--include=${packages.join(',')}`] : []
  await execute('mmdebstrap', ['--quiet', '--variant=minbase', ...include, suite, root], { maxBuffer })
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) await copyFile(file, join(root, file))
  return {
    root,
    run: (script, settings = {}) => runAs(inside(root, script, settings)),
    start: (script, ready, settings = {}) => start(inside(root, script, settings), ready),
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

async function start(words: readonly string[], ready: RegExp): Promise<RunningProgram> {
  const [program = '', ...args] = words
  const child = killedWithUs(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }))
  const exited = once(child, 'close')
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const listen = (bytes: Buffer) => {
      output += String(bytes)
      if (ready.test(output)) resolve()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('close', (code) => reject(new Error(`It ended with ${code}:\n${output}`)))
  })
  const pid = await onlyChildOf(child)
  return {
    pid,
    output: () => output,
    end: async () => {
      if (child.exitCode === null) process.kill(pid, 'SIGTERM')
      await exited
      return child.exitCode
    },
  }
}

/** All processes of a machine end with the one that made its namespace. */
function killedWithUs<Child extends ChildProcess>(child: Child): Child {
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return child
}

async function onlyChildOf({ pid = 0 }: ChildProcess): Promise<number> {
  const [child = ''] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ')
  return Number(child)
}

/** SIGRTMIN+3 of glibc, with which systemd(1) halts. */
const halt = 37

export interface BootedMachine extends Shell {
  /** Halts it; the folder stays. */
  readonly halt: () => Promise<void>
}

/** Starts the machine's own systemd, which must be installed in it. */
export async function boot({ root }: Machine): Promise<BootedMachine> {
  const child = killedWithUs(
    spawn(
      'systemd-nspawn',
      [
        ...['--quiet', '--boot', '--capability=all', '--register=no', '--keep-unit', '--console=pipe'],
        ...[`--machine=${root.split('/').at(-1)?.toLowerCase()}`, `--directory=${root}`],
      ],
      { stdio: 'ignore' },
    ),
  )
  const exited = once(child, 'exit')
  const enter = async (script: string, settings: Settings) => [
    ...['nsenter', '--target', String(await onlyChildOf(child)), '--all'],
    ...environment(settings),
    ...['sh', '-euc', script],
  ]
  const run = async (script: string, settings: Settings = {}) => await runAs(await enter(script, settings))
  for (let isUp = false; !isUp; ) {
    if (child.exitCode !== null) throw new Error(`systemd-nspawn ended with ${child.exitCode}`)
    await wait(200)
    isUp = await run('systemctl is-system-running || true').then(
      (said) => /^(running|degraded)$/m.test(said),
      () => false,
    )
  }
  return {
    run,
    halt: async () => {
      process.kill(await onlyChildOf(child), halt)
      await exited
    },
  }
}
