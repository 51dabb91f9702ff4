import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

interface Options {
  /** All that the program gets of an environment, beside PATH. */
  readonly env: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

interface Ended {
  readonly code: number | null
  /** The first part of what it printed. */
  readonly output: string
}

const maxOutput = 10_000

/** Where programs are found: nothing else of this process's environment reaches them. */
export interface ProgramPath {
  readonly path: string | undefined
}

/** Runs a program without a shell. @throws the system's error if it is not installed */
export function runProgram(
  { path }: ProgramPath,
  [program, ...args]: readonly [string, ...string[]],
  { env, signal }: Options,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...(path !== undefined && { PATH: path }), LC_ALL: 'C', ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
      ...(signal && { signal, killSignal: 'SIGKILL' as const }),
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < maxOutput) output += text
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
    child.on('spawn', () => lowerPriority(child.pid))
  })
}

/** Lets the server run before another process, where that is allowed: the systemd unit forbids it. */
export function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Or it has ended already.
  }
}
