import { Agent, request } from 'node:http'

/** One connection; closed when nothing runs any more. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** How long one response takes, to its last byte, in ms. With a body it is a POST of JSON. */
export const timeOf = (
  url: string,
  headers: Record<string, string>,
  sent?: unknown,
): Promise<{ ms: number; body: string }> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const method = sent === undefined ? 'GET' : 'POST'
    const type = sent === undefined ? {} : { 'content-type': 'application/json' }
    request(url, { agent, method, headers: { ...headers, ...type } }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk
      })
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve({ ms: performance.now() - started, body })
        else reject(new Error(`${url} was answered with ${answer.statusCode}: ${body}`))
      })
    })
      .once('error', reject)
      .end(sent === undefined ? undefined : JSON.stringify(sent))
  })

/** Closes the connection. */
export const closeConnection = (): void => agent.destroy()

/** The value below which this share of the times is. */
export const at = (times: readonly number[], share: number): number =>
  times.toSorted((left, right) => left - right)[
    Math.min(times.length - 1, Math.floor(times.length * share))
  ] ?? 0
