/**
 * Limits the memory of all request bodies in this process, and the part of it that one caller may use. A share is held
 * until the response is sent or the connection is closed.
 */
import { AppError } from '../../app-error.ts'

/** A caller with a separate limit: a user, an IP address, or all anonymous callers together. */
export interface Holder {
  readonly name: string
  /** The part of the whole memory that it may use, 0 to 1. */
  readonly part: number
}

/** The memory of one request. */
export interface Share {
  /** @throws AppError UNAVAILABLE, with Retry-After, if there is too little memory; none is reserved then */
  take(bytes: number): void
  /** Frees all of it. */
  release(): void
}

export interface BodyMemory {
  share(holders: readonly Holder[]): Share
  readonly heldBytes: number
}

const retryAfterSeconds = 2

export function createBodyMemory(maxBytes: number): BodyMemory {
  const bytesHeld = new Map<string, number>()
  let all = 0

  const add = ({ name }: Holder, bytes: number) => {
    const left = (bytesHeld.get(name) ?? 0) + bytes
    if (left > 0) bytesHeld.set(name, left)
    else bytesHeld.delete(name)
  }

  return {
    share(holders) {
      let own = 0
      const hold = (bytes: number) => {
        own += bytes
        all += bytes
        for (const holder of holders) add(holder, bytes)
      }
      return {
        take(bytes) {
          const hasRoom =
            all + bytes <= maxBytes &&
            holders.every(({ name, part }) => (bytesHeld.get(name) ?? 0) + bytes <= maxBytes * part)
          if (!hasRoom) throw new AppError('UNAVAILABLE', { retryAfter: retryAfterSeconds })
          hold(bytes)
        },
        release: () => hold(-own),
      }
    },
    get heldBytes() {
      return all
    },
  }
}
