// A load generator that costs less than the server, so that the server is measured: each connection writes one
// request, reads its response, and writes the next. A separate process on its own core. Arguments: one JSON `Load`.
// Prints one JSON `Figure`.

import { connect, type Socket } from 'node:net'

export interface LoadRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Load {
  /** Sent in turn, all to one server. */
  readonly requests: readonly LoadRequest[]
  readonly connections: number
  readonly seconds: number
  /** Any other response counts as unexpected. */
  readonly status: number
}

export interface Figure {
  readonly answers: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly unexpected: number
}

const headEnd = Buffer.from('\r\n\r\n')
const lengthHeader = /\r\ncontent-length: (\d+)/i
const chunkedHeader = /\r\ntransfer-encoding: chunked/i
/**
 * The end of a chunked body (RFC 9112, section 7.1). Each response is asked for after the one before, and their JSON
 * has no carriage return.
 */
const lastChunk = '\r\n0\r\n\r\n'

/** Calls `answered` with the status of every response, after its last byte. */
export function readAnswers(socket: Pick<Socket, 'on'>, answered: (status: string) => void): void {
  let head: Buffer = Buffer.alloc(0)
  let status = ''
  let missing = 0
  let lastBytes: string | undefined
  const hasEnded = (chunk: Buffer): boolean => {
    lastBytes = ((lastBytes ?? '') + chunk.toString('latin1')).slice(-lastChunk.length)
    return lastBytes === lastChunk
  }
  socket.on('data', (chunk: Buffer) => {
    if (lastBytes !== undefined) missing = hasEnded(chunk) ? 0 : 1
    else if (missing > 0) missing -= chunk.length
    else {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      const end = head.indexOf(headEnd)
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      status = text.slice(9, 12)
      if (chunkedHeader.test(text)) missing = hasEnded(head.subarray(end)) ? 0 : 1
      else missing = end + headEnd.length + Number(lengthHeader.exec(text)?.[1] ?? 0) - head.length
      head = Buffer.alloc(0)
    }
    if (missing > 0) return
    lastBytes = undefined
    answered(status)
  })
}

const textOf = (request: LoadRequest): string => {
  const { host, pathname, search } = new URL(request.url)
  const headers = Object.entries({ host, ...request.headers })
  return `GET ${pathname}${search} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

async function run(load: Load): Promise<Figure> {
  const { hostname, port } = new URL(load.requests[0]?.url ?? '')
  const texts = load.requests.map(textOf)
  const times: number[] = []
  const expected = String(load.status)
  let sent = 0
  let unexpected = 0
  const started = performance.now()
  const until = started + load.seconds * 1_000
  const connection = () =>
    new Promise<void>((done, failed) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      let sentAt = 0
      const send = () => {
        sentAt = performance.now()
        socket.write(texts[sent++ % texts.length] ?? '')
      }
      readAnswers(socket, (status) => {
        const now = performance.now()
        times.push(now - sentAt)
        if (status !== expected) unexpected++
        if (now < until) send()
        else socket.end()
      })
      socket.once('connect', send)
      socket.once('close', () => done())
      socket.once('error', failed)
    })
  await Promise.all(Array.from({ length: load.connections }, connection))
  const seconds = (performance.now() - started) / 1_000
  times.sort((left, right) => left - right)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const answers = times.length
  return { answers, perSecond: answers / seconds, p50: at(0.5), p99: at(0.99), unexpected }
}

if (import.meta.main) process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2] ?? ''))))
