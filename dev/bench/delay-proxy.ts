// A network connection with latency: forwards bytes both ways, and delays those coming back. A separate process.
// Arguments: the target port on this machine, and the delay. Prints the port that it listens on.

import { connect, createServer } from 'node:net'

const [port, delayMs] = process.argv.slice(2).map(Number)

const server = createServer({ noDelay: true }, (near) => {
  const far = connect({ host: '127.0.0.1', port: port ?? 0, noDelay: true })
  near.on('data', (chunk) => far.write(chunk))
  // Timers of equal length fire in the order in which they were set.
  far.on('data', (chunk) => setTimeout(() => near.write(chunk), delayMs))
  near.on('close', () => far.destroy())
  far.on('close', () => setTimeout(() => near.destroy(), delayMs))
  near.on('error', () => far.destroy())
  far.on('error', () => near.destroy())
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
