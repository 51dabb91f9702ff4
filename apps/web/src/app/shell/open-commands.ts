const apple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** How ⌘ is written on this machine's keyboard. */
export const commandKey = apple ? '⌘' : 'Ctrl '

const asked = 'open-commands'

export const openCommands = () => document.dispatchEvent(new Event(asked))

export const onCommandsAsked = (listener: () => void) => {
  document.addEventListener(asked, listener)
  return () => document.removeEventListener(asked, listener)
}
