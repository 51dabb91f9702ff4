/** Copying failed; the message says why, for people. */
export class CopyError extends Error {
  override readonly name = 'CopyError'
}

/** Copies without the clipboard API, which browsers lack on pages without TLS. */
function copyBySelection(text: string): boolean {
  const holder = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  const selected = document.createElement('span')
  // Some browsers copy only if something is selected. What is copied is set below, so the value is not in the page.
  selected.textContent = '.'
  selected.ariaHidden = 'true'
  selected.style.cssText = 'position:fixed;top:0;opacity:0;user-select:text'
  holder.append(selected)
  let isCopied = false
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
    isCopied = true
  }
  window.addEventListener('copy', onCopy, { capture: true })
  try {
    window.getSelection()?.selectAllChildren(selected)
    return document.execCommand('copy') && isCopied
  } finally {
    window.removeEventListener('copy', onCopy, { capture: true })
    window.getSelection()?.removeAllRanges()
    selected.remove()
  }
}

/** Copies text to the clipboard, as the answer to a click or key. @throws CopyError if the browser does not allow it */
export async function copyText(text: string): Promise<void> {
  const isWritten = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  if (isWritten || copyBySelection(text)) return
  throw new CopyError(
    window.isSecureContext
      ? 'The browser did not allow it.'
      : 'Copying needs https, and this page was opened over http.',
  )
}
