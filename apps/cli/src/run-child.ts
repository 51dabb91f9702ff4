import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { UserError } from '@envhold/command/user-error.ts'
import { isTerminal } from './output/output.ts'

const passedOn = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGCONT'] as const
/**
 * A terminal sends these to the whole process group, including the command: forwarding them would send them twice.
 */
const fromTerminal: readonly string[] = ['SIGINT', 'SIGQUIT']

const problems: Readonly<Record<string, [message: string, hint: string]>> = {
  ENOENT: ['was not found', 'Check its spelling and PATH.'],
  EACCES: ['cannot be run', 'Check that it is a program, and executable.'],
  E2BIG: [
    'cannot be started with so many variables',
    'The system limits their size; use envhold pull instead.',
  ],
}

/** Exit codes as in `env` and shells: 127 if the command was not found, 126 if it was found but cannot be run. */
const startProblem = (program: string, error: unknown): UserError => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
  const [message, hint] = problems[code] ?? [`could not be started (${code})`, '']
  return new UserError(`${program} ${message}.`, hint, 'NOT_STARTED', code === 'ENOENT' ? 127 : 126)
}

/** Forwards the command's output; resolves when all of it is written. */
export type Relay = (child: ChildProcess) => Promise<unknown>

/**
 * Runs a command in our place, with our terminal and signals, and exits with its code. With a relay its output goes
 * through pipes instead.
 * @returns its exit code
 * @throws what the relay throws
 */
export function runChild(
  program: string,
  words: readonly string[],
  env: Record<string, string>,
  relay: Relay | null = null,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let child: ChildProcess | undefined
    let relayed: Promise<unknown> = Promise.resolve()
    // Of a pipeline at a terminal, some streams may lead elsewhere.
    const atTerminal = (['stdin', 'stdout', 'stderr'] as const).some(isTerminal)
    // The listeners exist before the command: a signal during its start must not end us and leave it running.
    const listeners = passedOn.map((signal) => {
      const listener = () => {
        if (!(atTerminal && fromTerminal.includes(signal))) child?.kill(signal)
      }
      process.on(signal, listener)
      return () => process.off(signal, listener)
    })
    const letGo = () => {
      for (const stop of listeners) stop()
    }
    const fail = (error: unknown) => {
      letGo()
      reject(startProblem(program, error))
    }
    try {
      child = spawn(program, words, { stdio: relay ? ['inherit', 'pipe', 'pipe'] : 'inherit', env })
      if (relay) relayed = relay(child)
      // Handled below, when the command has ended.
      relayed.catch(() => {})
    } catch (error) {
      fail(error)
      return
    }
    // A signal may also be undeliverable, such as to sudo: the command runs on.
    child.on('error', (error) => {
      if (child?.pid === undefined) fail(error)
    })
    child.once('exit', async (code, signal) => {
      // What the command has started may still write: from here on, signals end only us.
      letGo()
      try {
        await relayed
      } catch (error) {
        reject(error)
        return
      }
      // Our parent process sees the same end: killed by that signal.
      if (signal) process.kill(process.pid, signal)
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
}
