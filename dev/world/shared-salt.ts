import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { type Random, systemRandom } from '@envhold/integrity/bytes.ts'

/** The salt of all passwords of people whom tests insert as rows. */
const sharedSalt = Buffer.from('people of tests.')

/** Random bytes that start with the shared salt, for functions that take their salt first. */
export function saltFirst(): Random {
  let isFirst = true
  return (size) => {
    const bytes = isFirst ? sharedSalt : systemRandom(size)
    isFirst = false
    return bytes
  }
}

type Argon2 = typeof crypto.argon2

/**
 * Argon2id is a pure function, so a process computes each password under the shared salt once. Passwords of people who
 * sign up over HTTP have salts of their own and are computed each time.
 */
export function rememberSharedSalt(): void {
  const compute = crypto.argon2
  const known = new Map<string, Promise<Buffer>>()
  const remembering: Argon2 = (algorithm, parameters, callback) => {
    if (!sharedSalt.equals(parameters.nonce as Uint8Array)) return compute(algorithm, parameters, callback)
    const { message, nonce: _, ...cost } = parameters
    const name = JSON.stringify([algorithm, Buffer.from(message as Uint8Array).toString('hex'), cost])
    const computed =
      known.get(name) ??
      new Promise<Buffer>((resolve, reject) => {
        compute(algorithm, parameters, (error, derived) => (error ? reject(error) : resolve(derived)))
      })
    known.set(name, computed)
    // Callers may overwrite what they get.
    computed.then(
      (derived) => callback(null, Buffer.from(derived)),
      (error: Error) => callback(error, Buffer.alloc(0)),
    )
  }
  crypto.argon2 = remembering
  syncBuiltinESMExports()
}
