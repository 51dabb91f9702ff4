const key = 'recent-commands'
const most = 8
/** What is kept in the browser names no variable. */
const kept = /^(project|environment|page):[\w:/-]{1,60}$/

type Keep = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Which commands were used last, newest first. */
export function readRecent(storage: Keep): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.filter((id): id is string => typeof id === 'string' && kept.test(id)).slice(0, most)
  } catch {
    return []
  }
}

export function noteRecent(storage: Keep, id: string): void {
  if (!kept.test(id)) return
  const others = readRecent(storage).filter((other) => other !== id)
  storage.setItem(key, JSON.stringify([id, ...others].slice(0, most)))
}

/** Whoever signs in next begins anew. */
export const forgetRecent = (storage: Keep) => storage.removeItem(key)
