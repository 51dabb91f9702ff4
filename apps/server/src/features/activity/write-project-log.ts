import type { Context } from '../../context.ts'
import type { LoggedChain, LoggedPoint } from './logged-chains.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')

/** One line of the file: the fields in their order, bytes in hex. */
const lineOf = (fields: object): string => {
  const written = Object.entries(fields).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? hex(value) : value,
  ])
  return `${JSON.stringify(Object.fromEntries(written))}\n`
}

/** A log as NDJSON (stored-formats.md, 'Log of a project'). It is read as fast as the caller reads the file. */
export async function* writeProjectLog(
  { log }: Pick<Context, 'log'>,
  header: object,
  chains: readonly LoggedChain[],
): AsyncGenerator<Buffer> {
  try {
    yield Buffer.from(`${JSON.stringify(header)}\n`)
    for (const { chain, begin, end, pages } of chains) {
      yield Buffer.from(lineOf({ begin: chain, ...pointOf(begin) }))
      for await (const rows of pages()) yield Buffer.from(rows.map(lineOf).join(''))
      yield Buffer.from(lineOf({ end: chain, ...pointOf(end) }))
    }
  } catch (error) {
    // The caller sees only a truncated download.
    log.taskFailed({ task: 'project log', error })
    throw error
  }
}

const pointOf = ({ sequence, link }: LoggedPoint) => ({ sequence, link })
