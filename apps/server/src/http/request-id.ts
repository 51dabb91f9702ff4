import { randomBytes } from 'node:crypto'

/** Names requests, each once among all nodes: never taken from outside, since the record is searched by it. */
export function requestIds(): () => string {
  const process = randomBytes(8).toString('hex')
  let count = 0
  return () => `${process}-${(++count).toString(36)}`
}
