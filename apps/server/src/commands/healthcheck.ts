import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { readReadiness } from '@envhold/contract/health.ts'
import { readConfig } from '../config/config.ts'
import { environment } from '../config/env.ts'
import { command } from './command.ts'

const timeoutMs = 5_000
/** A server that listens on every address also does on this one. */
const every: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/**
 * Asks a server for its readiness, without an HTTP client: a health check starts often, and this needs less memory.
 * @returns the whole answer, as sent @throws Error when there is none
 */
async function ask(host: string, port: number): Promise<string> {
  const socket = connect({ host, port, timeout: timeoutMs })
  socket.once('timeout', () => socket.destroy(new Error(`there was no answer within ${timeoutMs} ms`)))
  socket.write(`GET /api${readReadiness.path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  return await text(socket)
}

export const healthcheck = command({
  name: 'healthcheck',
  summary: 'Ask the server on this machine whether it is ready',
  details:
    'Reads HOST and PORT as the server does, and asks /api/health/ready. Exit code 0: it is ready. 1: it is not, or does not answer within 5 seconds.',
  examples: [['PORT=8080 envhold-server healthcheck', 'A server on another port']],
  async run({ info }) {
    const { host, port } = readConfig(environment())
    const answer = await ask(every[host] ?? host, port).catch((error: Error) => error)
    const isReady = typeof answer === 'string' && /^HTTP\/1\.1 200 /.test(answer)
    if (isReady) info('The server is ready.')
    else if (typeof answer === 'string') info(`The server is not ready: ${answer.split('\r\n\r\n')[1] ?? ''}`)
    else info(`The server does not answer on port ${port}: ${answer.message}`)
    return isReady ? 0 : 1
  },
})
