import { UserError } from '@envhold/command/user-error.ts'

export interface Token {
  /** `personal`: acts for its user. `api-key`: only reads the environments that it was granted. */
  readonly kind: 'personal' | 'api-key'
  /** Its public part. */
  readonly id: string
  /** What can be shown of it. */
  readonly preview: string
  readonly secret: string
}

const shape = /^(ppt|pak)_([0-9A-Za-z]{13})_[0-9A-Za-z]{49}$/

/** @throws UserError that never contains the input */
export function parseToken(text: string): Token {
  const secret = text.trim()
  const match = shape.exec(secret)
  const [, prefix, id] = match ?? []
  if (!prefix || !id) {
    const begins = /^(ppt|pak)_/.test(secret)
    throw new UserError(
      begins ? 'The token is incomplete.' : 'This is not an Envhold token.',
      begins
        ? 'Copy all of it: 67 characters.'
        : 'A token begins with ppt_ (personal) or pak_ (API key). Create one on the server’s page /cli-auth.',
      'BAD_TOKEN',
    )
  }
  const kind = prefix === 'pak' ? 'api-key' : 'personal'
  return { kind, id, preview: `${prefix}_${id.slice(0, 4)}…`, secret }
}
