const eventName = 'open-commands'

export const openCommands = () => document.dispatchEvent(new Event(eventName))

export const onOpenCommands = (listener: () => void) => {
  document.addEventListener(eventName, listener)
  return () => document.removeEventListener(eventName, listener)
}

/** In a tab of its own: opening another page here would lock the vault and discard input. */
export const openDocs = (): void => void window.open('/docs', '_blank', 'noopener')
