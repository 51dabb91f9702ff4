const key = 'carried-toasts'

/** Whether the page before this one has left messages. */
export const hasCarriedToasts = (): boolean => sessionStorage.getItem(key) !== null

function read(): readonly (readonly unknown[])[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((entry) => Array.isArray(entry)) : []
  } catch {
    return []
  }
}

/** Shows a message on the page that this tab opens next. */
export function flashToast(kind: string, text: string): void {
  sessionStorage.setItem(key, JSON.stringify([...read(), [kind, text]]))
}

/** The messages of the page before this one, once. */
export function readFlashToasts(): readonly (readonly unknown[])[] {
  const carried = read()
  sessionStorage.removeItem(key)
  return carried
}
