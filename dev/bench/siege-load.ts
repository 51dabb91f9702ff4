// An attack on signing in: a number of loops that each send a request, read the answer and send the next. A process of
// its own, so that it takes no time from the users who are measured beside it.
//
// Arguments: one JSON `Siege`. Prints one JSON `SiegeFigure`.

import { Agent, request } from 'node:http'

export interface SiegeRequest {
  readonly method: 'POST' | 'PUT'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** `#` stands for a number that no other request has. */
  readonly body: string
}

export interface Siege {
  readonly url: string
  readonly loops: number
  readonly seconds: number
  /** Each loop sends one of them over and over. */
  readonly requests: readonly SiegeRequest[]
}

/** How many answers of each status there were. */
export type SiegeFigure = Readonly<Record<string, number>>

const mostRequests = 200_000

async function run({ url, loops, seconds, requests }: Siege): Promise<SiegeFigure> {
  const agent = new Agent({ keepAlive: true, maxSockets: loops })
  const statuses: Record<string, number> = {}
  const until = performance.now() + seconds * 1_000
  let sent = 0
  const send = ({ method, path, headers, body }: SiegeRequest) =>
    new Promise<string>((resolve) => {
      const all = { ...headers, 'content-type': 'application/json' }
      const call = request(`${url}/api${path}`, { agent, method, headers: all }, (response) => {
        response.resume()
        response.once('end', () => resolve(String(response.statusCode)))
      })
      call.once('error', () => resolve('none'))
      call.setTimeout(30_000, () => call.destroy())
      call.end(body.replaceAll('#', String(sent)))
    })
  const loop = async (index: number) => {
    const own = requests[index % requests.length]
    while (own && performance.now() < until && sent < mostRequests) {
      sent++
      const status = await send(own)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: loops }, (_, index) => loop(index)))
  agent.destroy()
  return statuses
}

if (import.meta.main) process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2] ?? ''))))
