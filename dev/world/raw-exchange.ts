// Bytes to a server and back, for requests that no HTTP client sends.

import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** The whole response to these bytes, until the server closes the connection, at most a few seconds later. */
export async function rawExchange(url: string, bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  // A connection that the server closes counts as a response too.
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.setTimeout(5_000, () => socket.destroy())
  socket.write(bytes)
  return await text(socket.setEncoding('latin1')).catch(() => 'destroyed')
}
