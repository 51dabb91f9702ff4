// The command line at a terminal of its own, whose questions are answered as they appear.

import { spawn, spawnSync } from 'node:child_process'
import { type CliHome, finished } from './cli-world.ts'

/** util-linux's `script` gives a command its own terminal; the BSD one of macOS has other options. */
export const script = 'script'
export const hasTerminal = spawnSync(script, ['-qec', 'true', '/dev/null']).status === 0

/** What is typed; a function may do something first, and gets what the terminal has shown so far. */
export type Answer = string | ((screen: string) => Promise<string>)

interface Typed {
  /** Each question, and what is typed when it appears. */
  readonly answers: [question: string | RegExp, answer: Answer][]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** A pipe with this text in place of the terminal as standard input. */
  readonly piped?: string
}

/** @returns the exit code, and everything that the terminal showed */
export async function typeAtTerminal(
  home: CliHome,
  words: readonly string[],
  { answers, env = {}, cwd = home.folder, piped }: Typed,
): Promise<{ readonly code: number | null; readonly screen: string }> {
  const line = [process.execPath, home.bundle, ...words].map((word) => `'${word}'`).join(' ')
  const piping = piped === undefined ? line : `echo '${piped}' | ${line}`
  const child = spawn(script, ['-qec', piping, '/dev/null'], {
    cwd,
    env: { ...home.environment, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let screen = ''
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString()
    const [next] = answers
    if (next && (typeof next[0] === 'string' ? screen.includes(next[0]) : next[0].test(screen))) {
      answers.shift()
      const [, answer] = next
      void Promise.resolve(typeof answer === 'string' ? answer : answer(screen)).then((text) =>
        child.stdin.write(text),
      )
    }
  })
  const { code, out } = await finished(child)
  return { code, screen: out }
}
