const key = 'recent-commands'
const maxRecent = 8
/** Variable names are not stored in the browser. */
const storable = /^(project|environment|page):[\w:/-]{1,60}$/

type RecentStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Recently used commands, newest first. */
export function readRecent(storage: RecentStorage): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored
      .filter((id): id is string => typeof id === 'string' && storable.test(id))
      .slice(0, maxRecent)
  } catch {
    return []
  }
}

export function saveRecent(storage: RecentStorage, id: string): void {
  if (!storable.test(id)) return
  const others = readRecent(storage).filter((recent) => recent !== id)
  storage.setItem(key, JSON.stringify([id, ...others].slice(0, maxRecent)))
}

/** The next account starts with an empty list. */
export const clearRecent = (storage: RecentStorage) => storage.removeItem(key)
