// The reference for every figure: `node:http` with a constant body, and nothing else.

import { createServer } from 'node:http'

const body = Buffer.alloc(Number(process.argv[2]), 'x')
const headers = { 'content-type': 'text/plain; charset=utf-8', 'content-length': body.length }

const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
