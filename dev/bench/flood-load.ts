// A flood of calls: a number of loops that each send a request, read the response and send the next. A separate
// process, so that it takes no time from the users who are measured beside it. Reads one JSON `Flood` from stdin,
// and prints one JSON `FloodFigure`.

import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface FloodRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** `#` is replaced with a unique number. */
  readonly body?: string
}

export interface Flood {
  readonly url: string
  readonly loops: number
  readonly seconds: number
  /** Each loop repeats one of them. */
  readonly requests: readonly FloodRequest[]
}

/** The number of responses of each status. */
export type FloodFigure = Readonly<Record<string, number>>

const maxRequests = 200_000

async function run({ url, loops, seconds, requests }: Flood): Promise<FloodFigure> {
  const agent = new Agent({ keepAlive: true, maxSockets: loops })
  const statuses: Record<string, number> = {}
  const until = performance.now() + seconds * 1_000
  let sent = 0
  const send = ({ method, path, headers, body }: FloodRequest) =>
    new Promise<string>((resolve) => {
      const all = { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) }
      const call = request(`${url}${path}`, { agent, method, headers: all }, (response) => {
        response.resume()
        response.once('end', () => resolve(String(response.statusCode)))
      })
      call.once('error', () => resolve('none'))
      call.setTimeout(30_000, () => call.destroy())
      call.end(body?.replaceAll('#', String(sent)))
    })
  const loop = async (index: number) => {
    const own = requests[index % requests.length]
    while (own && performance.now() < until && sent < maxRequests) {
      sent++
      const status = await send(own)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: loops }, (_, index) => loop(index)))
  agent.destroy()
  return statuses
}

if (import.meta.main) process.stdout.write(JSON.stringify(await run(JSON.parse(await text(process.stdin)))))
