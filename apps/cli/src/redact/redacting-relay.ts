import type { Readable, Writable } from 'node:stream'
import { isBrokenPipe } from '../output/output.ts'
import type { Relay } from '../run-child.ts'
import { hashOf, indexPatterns, type PatternIndex } from './pattern-index.ts'
import { secretForms } from './secret-forms.ts'

/** Removes these values from the output of a command, separately on stdout and stderr. */
export function redactingRelay(values: Iterable<string>): Relay {
  const index = indexPatterns(secretForms(values))
  return async ({ stdout, stderr }) => {
    await Promise.all([
      stdout && passOn(stdout, process.stdout, createRedactor(index)),
      stderr && passOn(stderr, process.stderr, createRedactor(index)),
    ])
  }
}

/** Long enough for the rest of one write to arrive, too short to notice at a prompt. */
const pauseMs = 100

/**
 * Forwards a program's output as it arrives, without its secrets. Ends when the output has ended and all of it is
 * written.
 */
function passOn(from: Readable, to: Writable, redactor: Redactor): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const write = (bytes: Uint8Array) => {
      if (bytes.length === 0 || to.write(bytes)) return
      from.pause()
      to.once('drain', () => from.resume())
    }
    from.on('data', (chunk: Uint8Array) => {
      clearTimeout(timer)
      write(redactor.push(chunk))
      // What is waiting may be a prompt and no secret.
      if (redactor.waiting) timer = setTimeout(() => write(redactor.release()), pauseMs)
    })
    const finish = () => {
      clearTimeout(timer)
      // The listener below gets an error, too.
      to.write(redactor.release(), (error) => error || resolve())
    }
    from.once('end', finish)
    from.once('error', finish)
    // Without a reader, the program sees this as it would without us in between.
    to.on('error', (error) => {
      clearTimeout(timer)
      from.destroy()
      if (isBrokenPipe(error)) resolve()
      else reject(error)
    })
  })
}

/**
 * Splits a stream of bytes into what may be shown and what is secret. What may be the beginning of a secret waits for
 * the rest; everything before it is released immediately.
 */
interface Redactor {
  /** What may be shown after these bytes. */
  push(chunk: Uint8Array): Uint8Array
  /** Whether something is waiting. */
  readonly waiting: boolean
  /**
   * Releases what is waiting, because nothing follows. It is not forgotten: if the rest arrives later, that is
   * masked.
   */
  release(): Uint8Array
}

const mask = Buffer.from('***')
const nothing = new Uint8Array(0)

export function createRedactor(index: PatternIndex): Redactor {
  const { filter, shift } = index
  /** Bytes that may be the beginning of a secret; the first `written` of them are already released. */
  let rest: Uint8Array = nothing
  let written = 0
  /** This many of the held bytes belong to a secret that began before them. */
  let covered = 0
  /** The last output is a mask: secret bytes that follow directly belong to it. */
  let masking = false

  /** Secrets as from, to, from, to …; and the start of the first one whose end has not arrived. */
  const scan = (text: Uint8Array, patient: boolean): { spans: number[]; open: number } => {
    const spans = covered > 0 ? [0, covered] : []
    const end = text.length
    let four = ((text[0] ?? 0) << 16) | ((text[1] ?? 0) << 8) | (text[2] ?? 0)
    for (let offset = 0; offset < end; offset++) {
      if (offset + 3 < end) {
        four = (four << 8) | (text[offset + 3] as number)
        if (filter[hashOf(four, shift)] === 0) continue
      }
      const length = index.at(text, offset, patient)
      if (length < 0) return { spans, open: offset }
      if (length > 0) spans.push(offset, offset + length)
    }
    return { spans, open: end }
  }

  /** The text between `from` and `to`, with every run of secrets as one mask. */
  const show = (text: Uint8Array, from: number, to: number, spans: readonly number[]): Uint8Array => {
    const parts: Uint8Array[] = []
    let offset = from
    const showUntil = (until: number) => {
      if (until <= offset) return
      parts.push(text.subarray(offset, until))
      masking = false
      offset = until
    }
    for (let index = 0; index < spans.length; index += 2) {
      const begins = spans[index] ?? 0
      const ends = spans[index + 1] ?? 0
      if (ends <= offset) continue
      if (begins >= to) break
      showUntil(begins)
      if (!masking) parts.push(mask)
      masking = true
      offset = Math.min(ends, to)
    }
    showUntil(to)
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
  }

  return {
    push(chunk) {
      if (index.empty) return chunk
      const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const { spans, open } = scan(text, true)
      const out = written < open ? show(text, written, open, spans) : nothing
      let reach = open
      for (let index = 1; index < spans.length; index += 2) reach = Math.max(reach, spans[index] ?? 0)
      covered = reach - open
      written = Math.max(0, written - open)
      rest = open === 0 ? text : text.slice(open)
      return out
    },
    get waiting() {
      return rest.length > written
    },
    release() {
      const out = show(rest, written, rest.length, scan(rest, false).spans)
      written = rest.length
      return out
    },
  }
}
