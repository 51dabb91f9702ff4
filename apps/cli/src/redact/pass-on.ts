import type { Readable, Writable } from 'node:stream'
import type { Redactor } from './redactor.ts'

/** Long enough for the rest of one write to arrive, too short to notice at a prompt. */
const pauseMs = 100

/**
 * Forwards a program's output as it arrives, without its secrets. Ends when the output has ended and all of it is
 * written.
 */
export function passOn(from: Readable, to: Writable, redactor: Redactor): Promise<void> {
  return new Promise((resolve) => {
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
      to.write(redactor.release(), () => resolve())
    }
    from.once('end', finish)
    from.once('error', finish)
    // The reader is gone: the program sees this as it would without us in between.
    to.on('error', () => {
      clearTimeout(timer)
      from.destroy()
      resolve()
    })
  })
}
