import type { ServerResponse } from 'node:http'

/** Changes a JSON answer. */
export type Alteration = (answer: Record<string, unknown>) => Record<string, unknown>

/** `trickle` sends a byte every 100 ms, without end. */
export type Fault = 'hang' | 'close' | 'huge' | 'redirect' | 'trickle' | 'error' | 'not-json'

/** Alters the JSON that a response ends with, and shows it to `note`. */
export function alterAnswer(
  response: ServerResponse,
  alter: Alteration | undefined,
  note: (text: string) => void,
): void {
  const end = response.end.bind(response)
  response.end = ((body?: unknown, ...rest: never[]) => {
    const text = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body).toString() : ''
    const location = String(response.getHeader('location') ?? '')
    note(location.slice(location.indexOf('?') + 1))
    if (!text.startsWith('{')) return end(body, ...rest)
    const altered = alter ? JSON.stringify(alter(JSON.parse(text))) : text
    note(altered)
    response.setHeader('content-length', Buffer.byteLength(altered))
    return end(altered)
  }) as typeof response.end
}

export function breakAnswer(response: ServerResponse, fault: Fault): void {
  const json = { 'content-type': 'application/json' }
  if (fault === 'close') response.destroy()
  if (fault === 'error') response.writeHead(500, json).end('{"error":"server_error"}')
  if (fault === 'not-json') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in')
  if (fault === 'redirect') response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end()
  if (fault === 'huge') response.writeHead(200, json).end(`{"x":"${'x'.repeat(1_000_000)}"}`)
  if (fault === 'trickle') {
    response.writeHead(200, json)
    const timer = setInterval(() => response.write(' '), 100)
    response.on('close', () => clearInterval(timer))
  }
}
