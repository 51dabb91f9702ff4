import { spawn } from 'node:child_process'

export interface TerminalRun {
  readonly code: number | null
  /** All that the terminal showed. */
  readonly shown: string
}

/** No command of a reader takes longer; one that does waits for an answer that nobody gives. */
const usualPatienceMs = 20_000

type Answer = readonly [question: RegExp, answer: string]

/** Runs a shell line at a terminal of its own, and types an answer whenever its question appears. */
export function runAtTerminal(
  line: string,
  {
    answers,
    patienceMs = usualPatienceMs,
    ...options
  }: { cwd: string; env: NodeJS.ProcessEnv; answers: readonly Answer[]; patienceMs?: number },
): Promise<TerminalRun> {
  const child = spawn('script', ['-qec', line, '/dev/null'], { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
  const timer = setTimeout(() => child.kill(), patienceMs)
  let shown = ''
  let answered = 0
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    for (const [question, answer] of answers) {
      const at = shown.slice(answered).search(question)
      if (at < 0) continue
      answered = shown.length
      child.stdin.write(answer)
    }
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, shown })
    })
  })
}
