const apple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** How ⌘ is written on this machine's keyboard. */
export const commandKey = apple ? '⌘' : 'Ctrl '

const eventName = 'open-commands'

export const openCommands = () => document.dispatchEvent(new Event(eventName))

export const onOpenCommands = (listener: () => void) => {
  document.addEventListener(eventName, listener)
  return () => document.removeEventListener(eventName, listener)
}
