import { write } from 'node:fs'

/** Writes log lines to a file descriptor without ever blocking the caller. */
export interface LogDestination {
  /** Writes one line. It never throws; a line that does not fit is dropped and counted. */
  write(line: string): void
  /** Waits until everything is written, `flushMs` at most. False: the last write has not returned. */
  flush(): Promise<boolean>
}

const maxHeldBytes = 1024 * 1024
const retryMs = 50
const flushMs = 1_000
/** A write that takes longer is stuck in the operating system. */
const stuckMs = 500
const newline = 0x0a

const countLines = (bytes: Buffer): number => {
  let lines = 0
  for (const byte of bytes) if (byte === newline) lines++
  return lines
}

const settlesWithin = async (ms: number, work: Promise<void>): Promise<void> => {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ms)
  await Promise.race([work, late.promise])
  clearTimeout(timer)
}

/**
 * One write runs at a time; lines logged during it are held, up to `maxHeldBytes`. A descriptor that fails
 * (a full disk, a pipe that nobody reads) loses the lines it was given; after the next successful write one line
 * says how many.
 *
 * @param droppedLine the line that reports `count` lost lines
 */
export function openLogDestination(fd: number, droppedLine: (count: number) => string): LogDestination {
  let buffered: string[] = []
  /** The held lines, and the rest of the line that is being written. */
  let heldBytes = 0
  let dropped = 0
  let writing = false
  let inSystemCall = false
  let returned = Promise.withResolvers<void>()
  /** Whether the last write ended within a line, because the rest of the line was dropped. */
  let isMidLine = false
  let idle = Promise.withResolvers<void>()
  idle.resolve()

  const next = () => {
    if (buffered.length === 0) {
      writing = false
      idle.resolve()
      return
    }
    const batch = Buffer.from(`${isMidLine ? '\n' : ''}${buffered.join('')}`)
    buffered = []
    heldBytes = batch.length
    writeOut(batch)
  }

  const writeOut = (batch: Buffer) => {
    inSystemCall = true
    returned = Promise.withResolvers<void>()
    write(fd, batch, (error, written) => {
      inSystemCall = false
      returned.resolve()
      // The pipe is full. Node opens pipes and sockets without blocking, see `start.ts`.
      if (error?.code === 'EAGAIN') {
        setTimeout(() => writeOut(batch), retryMs).unref()
        return
      }
      heldBytes -= error ? batch.length : written
      if (error) {
        dropped += countLines(batch)
        next()
        return
      }
      isMidLine = batch[written - 1] !== newline
      if (written < batch.length) {
        writeOut(batch.subarray(written))
        return
      }
      reportDropped()
      next()
    })
  }

  const reportDropped = () => {
    if (dropped === 0) return
    const line = droppedLine(dropped)
    buffered.push(line)
    heldBytes += Buffer.byteLength(line)
    dropped = 0
  }

  return {
    write(line) {
      const bytes = Buffer.byteLength(line)
      if (heldBytes + bytes > maxHeldBytes) {
        dropped++
        return
      }
      buffered.push(line)
      heldBytes += bytes
      if (writing) return
      writing = true
      idle = Promise.withResolvers<void>()
      next()
    },
    async flush() {
      await settlesWithin(flushMs, idle.promise)
      if (inSystemCall) await settlesWithin(stuckMs, returned.promise)
      return !inSystemCall
    },
  }
}
