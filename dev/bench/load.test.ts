import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { readAnswers } from './load.ts'

const responses = [
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  'HTTP/1.1 304 Not Modified\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n2\r\nhi\r\n0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n',
]
const statuses = ['200', '304', '200', '200', '404']

it.each([1, 2, 3, 7, 1000])('finds the end of each response in parts of %i bytes', (size) => {
  const socket = new EventEmitter()
  const answered: string[] = []
  readAnswers(socket as never, (status) => answered.push(status))
  responses.forEach((response, n) => {
    const bytes = Buffer.from(response)
    for (let at = 0; at < bytes.length; at += size) {
      expect(answered).toEqual(statuses.slice(0, n))
      socket.emit('data', bytes.subarray(at, at + size))
    }
    expect(answered).toEqual(statuses.slice(0, n + 1))
  })
})
