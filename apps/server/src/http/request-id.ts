import { randomBytes } from 'node:crypto'

/** Generates request ids, unique across nodes. They never come from outside: people search the logs by them. */
export function requestIds(): () => string {
  const process = randomBytes(8).toString('hex')
  let count = 0
  return () => `${process}-${(++count).toString(36)}`
}
