import { isDeepStrictEqual } from 'node:util'
import type { LoadRequest } from '../load.ts'
import type { Target } from '../measure.ts'
import { type Meter, meterOfOther } from '../meter.ts'

/** A server that answers with the same variables as ours. */
export interface Peer {
  readonly name: string
  readonly target: Target
  /** Of one response. */
  readonly bytes: number
  readonly meter: Meter
  readonly stop: () => Promise<void>
}

interface PeerToCheck {
  readonly name: string
  readonly request: LoadRequest
  readonly variables: Readonly<Record<string, string>>
  /** The variables in the body of a response. */
  readonly variablesIn: (body: unknown) => unknown
  readonly pid?: number
  readonly stop: () => Promise<void>
}

/** @throws Error when the peer does not answer with exactly these variables */
export async function checkedPeer({
  name,
  request,
  variables,
  variablesIn,
  pid,
  stop,
}: PeerToCheck): Promise<Peer> {
  const answer = await fetch(request.url, { headers: request.headers })
  const body = await answer.text()
  if (!answer.ok || !isDeepStrictEqual(variablesIn(JSON.parse(body)), variables))
    throw new Error(`${name} answered ${answer.status}, and not with the variables that were stored`)
  const target = { requests: [request], status: 200 }
  return { name, target, bytes: Buffer.byteLength(body), meter: meterOfOther(pid), stop }
}

/** The JSON of a documented answer. @throws Error for a status of 400 or more */
export async function callPeer<T>(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname} was answered with ${answer.status}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}
