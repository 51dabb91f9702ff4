import type { Settings } from '../config/settings.ts'
import { plain } from './plain.ts'
import type { Style } from './style.ts'
import { styleFor } from './style.ts'

/** Data goes to stdout; everything that is said goes to stderr. */
export interface Output {
  readonly json: boolean
  /** Somebody sits at a terminal: questions can be asked. */
  readonly interactive: boolean
  readonly out: Style
  readonly err: Style
  /** Bytes for stdout, exactly. */
  data(text: string): void
  /** The answer: `value` as JSON, or the human text, which may be empty. */
  result(value: unknown, human: () => string): void
  say(text: string): void
  warn(text: string): void
  /** Shows `text` while `work` runs, on a terminal and only if it takes long. */
  during<T>(text: string, work: Promise<T>): Promise<T>
}

const slowMs = 400

export function createOutput(settings: Settings, json: boolean): Output {
  const { stdin, stdout, stderr } = process
  // A reader that has had enough (`| head`) is no failure.
  const quietly = (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 70)
  if (stdout.listenerCount('error') === 0) stdout.on('error', quietly)
  const out = styleFor(settings.colour && stdout.isTTY === true && !json)
  const err = styleFor(settings.colour && stderr.isTTY === true)

  const output: Output = {
    json,
    interactive: stdin.isTTY === true && stderr.isTTY === true,
    out,
    err,
    data: (text) => void stdout.write(text),
    result: (value, human) => {
      const text = json ? JSON.stringify(value, null, 2) : human()
      if (text !== '') stdout.write(text.endsWith('\n') ? text : `${text}\n`)
    },
    say: (text) => void stderr.write(`${plain(text)}\n`),
    warn: (text) => void stderr.write(`${err.yellow('Warning:')} ${plain(text)}\n`),
    async during(text, work) {
      if (stderr.isTTY !== true) return work
      const timer = setTimeout(() => stderr.write(err.dim(plain(text))), slowMs)
      try {
        return await work
      } finally {
        clearTimeout(timer)
        stderr.write('\r\u001b[K')
      }
    },
  }
  return output
}
