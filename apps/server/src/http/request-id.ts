import { randomBytes } from 'node:crypto'

/** Generates request ids, unique across nodes. Ids of callers are ignored, because people search the logs by them. */
export function requestIds(): () => string {
  const process = randomBytes(8).toString('hex')
  let count = 0
  return () => `${process}-${(++count).toString(36)}`
}
