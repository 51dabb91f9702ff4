/**
 * `fetch` as far as the client uses it, over `node:http`: loading the platform's own takes longer than everything else that
 * `envhold run` does (50 ms of 100, measured). Follows no redirect, sends no cookie, and reads at most `longestAnswer` bytes.
 */
import type { IncomingMessage, RequestOptions } from 'node:http'

const longestAnswer = 16 * 1024 * 1024

const readAll = (answer: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let length = 0
    answer.on('data', (chunk: Uint8Array) => {
      length += chunk.length
      if (length > longestAnswer) answer.destroy(new TypeError('The answer is too long'))
      else chunks.push(chunk)
    })
    answer.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    answer.on('error', reject)
    answer.on('aborted', () => reject(new TypeError('The answer broke off')))
  })

const headersOf = (answer: IncomingMessage) => ({
  get: (name: string): string | null => {
    const value = answer.headers[name.toLowerCase()]
    return Array.isArray(value) ? value.join(', ') : (value ?? null)
  },
})

/** What the client reads of a `Response`, and no more. */
const responseOf = (answer: IncomingMessage, body: string): Response => {
  const status = answer.statusCode ?? 0
  const response = {
    status,
    ok: status >= 200 && status < 300,
    headers: headersOf(answer),
    text: async () => body,
    json: async (): Promise<unknown> => JSON.parse(body),
  }
  // The rest of Response would have to be loaded with the platform's fetch, which is what is avoided here.
  return response as unknown as Response
}

const send = async (url: URL, options: RequestOptions, body: string | null): Promise<Response> => {
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http')
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (answer) => {
      readAll(answer).then((text) => resolve(responseOf(answer, text)), reject)
    })
    sent.once('error', reject)
    sent.end(body ?? undefined)
  })
}

/** @throws TypeError when there is no answer, as `fetch` does. */
export const leanFetch: typeof fetch = async (address, init) => {
  const body = typeof init?.body === 'string' ? init.body : null
  const headers = {
    ...(init?.headers as Record<string, string>),
    'user-agent': 'envhold-cli',
    ...(body !== null && { 'content-length': String(Buffer.byteLength(body)) }),
  }
  const options: RequestOptions = {
    method: init?.method ?? 'GET',
    headers,
    ...(init?.signal && { signal: init.signal }),
  }
  try {
    return await send(new URL(String(address)), options, body)
  } catch (error) {
    if (init?.signal?.aborted || error instanceof TypeError) throw error
    throw new TypeError('No answer', { cause: error })
  }
}
