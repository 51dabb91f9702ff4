import { requireValid } from './invalid-log.ts'
import { type LogLine, readLogLine } from './log-line.ts'
import { readLines } from './read-lines.ts'

/** Longer than any line that the server writes. */
const maxLineBytes = 16 * 1024 * 1024

/** The lines of a log, one at a time. */
export interface LogLines {
  /** @throws InvalidLog if the next line is missing, cut off or no line of a log */
  next(): Promise<LogLine>
  /** @throws InvalidLog if there is another line */
  end(): Promise<void>
  /** The number of the line that was read last, from 1 on. */
  number(): number
}

const unfinished = 'The file is unfinished: its end is missing. Download it again.'

export function readLogLines(chunks: AsyncIterable<Uint8Array>): LogLines {
  const lines = readLines(chunks, maxLineBytes)
  let number = 0
  return {
    async next() {
      number++
      const { value: line } = await lines.next()
      requireValid(line?.is !== 'long', 'The line is too long.')
      requireValid(line?.is === 'whole', unfinished)
      const read = readLogLine(line.bytes)
      requireValid(read !== null, 'The line was not written by Envhold.')
      return read
    },
    async end() {
      number++
      const { done } = await lines.next()
      requireValid(done === true, 'Something follows the end of the log.')
    },
    number: () => number,
  }
}
