import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

export interface TerminalRun {
  readonly code: number | null
  /** All that the terminal showed. */
  readonly screen: string
}

/** No command of a reader takes longer; one that does waits for an answer that nobody gives. */
const usualPatienceMs = 20_000

/** A function may do something first, and gets what the terminal has shown so far. */
type Answer = readonly [question: RegExp, answer: string | ((screen: string) => Promise<string>)]

/** `envhold login` has shown its code and waits. */
export const waitsForLogin = /Ctrl-C cancels\)/
/** The code that it has shown. */
export const loginCodeIn = (screen: string): string =>
  /Your code: ([B-Z]{4}-[B-Z]{4})/.exec(stripVTControlCharacters(screen))?.[1] ?? ''

/** Runs a shell line at a terminal of its own, and types an answer whenever its question appears. */
export function runAtTerminal(
  line: string,
  {
    answers,
    waitMs = usualPatienceMs,
    ...options
  }: { cwd: string; env: NodeJS.ProcessEnv; answers: readonly Answer[]; waitMs?: number },
): Promise<TerminalRun> {
  const child = spawn('script', ['-qec', line, '/dev/null'], { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
  const timer = setTimeout(() => child.kill(), waitMs)
  let screen = ''
  let answered = 0
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString()
    for (const [question, answer] of answers) {
      const index = screen.slice(answered).search(question)
      if (index < 0) continue
      answered = screen.length
      void Promise.resolve(typeof answer === 'string' ? answer : answer(screen)).then((text) =>
        child.stdin.write(text),
      )
    }
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, screen })
    })
  })
}
