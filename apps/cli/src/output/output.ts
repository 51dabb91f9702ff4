import { isatty } from 'node:tty'
import { plain, sanitize } from '@envhold/command/sanitize.ts'
import type { Settings } from '../config/settings.ts'

/** Data goes to stdout; everything else goes to stderr. */
export interface Output {
  readonly json: boolean
  /** Whether a user is at a terminal and can be asked. */
  readonly interactive: boolean
  readonly out: Style
  readonly err: Style
  /** Bytes for stdout, exactly. */
  data(text: string): void
  /** The result: `value` as JSON, or text for people, which may be empty. */
  result(value: unknown, human: () => string): void
  info(text: string): void
  warn(text: string): void
  /** Shows `text` while `work` runs, on a terminal and only if it takes long. */
  during<T>(text: string, work: Promise<T>): Promise<T>
  /** Ends what `during` shows, because the work has to say something itself. */
  clearProgress(): void
}

const slowMs = 400

/** A reader that stops reading (`| head`) is not an error; everything else is, such as a full disk. */
export const isBrokenPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE'

const endOrThrow = (error: Error) => {
  if (isBrokenPipe(error)) process.exit(0)
  throw error
}

/** Standard output. It ends the process when its reader is gone. */
export function openStdout(): NodeJS.WriteStream {
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', endOrThrow)
  return process.stdout
}

/** The streams are opened at the first write: a command without output saves that time. */
export function createOutput(settings: Settings, json: boolean): Output {
  const write = (text: string) => void openStdout().write(text)
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const output: Output = {
    json,
    get interactive() {
      return isTerminal('stdin') && isTerminal('stderr')
    },
    get out() {
      return styleFor(settings.color && !json && isTerminal('stdout'))
    },
    get err() {
      return styleFor(settings.color && isTerminal('stderr'))
    },
    data: write,
    result: (value, human) => {
      const text = json ? JSON.stringify(value, null, 2) : human()
      if (text !== '') write(text.endsWith('\n') ? text : `${text}\n`)
    },
    info: (text) => void process.stderr.write(`${plain(text)}\n`),
    warn: (text) => void process.stderr.write(`${output.err.yellow('Warning:')} ${plain(text)}\n`),
    async during(text, work) {
      if (!isTerminal('stderr')) return work
      const timer = setTimeout(() => process.stderr.write(output.err.dim(plain(text))), slowMs)
      timers.add(timer)
      try {
        return await work
      } finally {
        clearTimeout(timer)
        timers.delete(timer)
        process.stderr.write('\r\u001b[K')
      }
    },
    clearProgress() {
      for (const timer of timers) clearTimeout(timer)
      if (timers.size > 0) process.stderr.write('\r\u001b[K')
    },
  }
  return output
}

const descriptors = { stdin: 0, stdout: 1, stderr: 2 }

/** Whether a stream is a terminal, without opening it, which would be slow with `process.stdout`. */
export const isTerminal = (stream: keyof typeof descriptors): boolean => isatty(descriptors[stream])

export interface Style {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
}

const paint = (on: number, off: number) => (text: string) => `\u001b[${on}m${text}\u001b[${off}m`
const none = (text: string) => text

function styleFor(color: boolean): Style {
  if (!color) return { bold: none, dim: none, red: none, green: none, yellow: none }
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
  }
}

/** Columns as wide as their widest cell, two spaces apart. */
export function table(style: Style, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(sanitize))
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  return [style.bold(line(head)), ...cells.map(line)].map((text) => `${text}\n`).join('')
}
