/**
 * Reads at most once in `ms`, however many ask. After a failed read it returns the last result, which is undefined
 * before the first.
 */
export function readBriefly<T>(read: () => Promise<T>, ms: number, clock: () => number) {
  let last: T | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<T | undefined> | undefined
  const readAgain = async () => {
    try {
      last = await read()
    } catch {
      // The database has its own checks and log lines; a public page is served all the same.
    }
    readAt = clock()
    reading = undefined
    return last
  }
  return (): Promise<T | undefined> => {
    if (Math.abs(clock() - readAt) < ms) return Promise.resolve(last)
    reading ??= readAgain()
    return reading
  }
}
