/** Saves a text as a file through the browser. */
export function saveFile(name: string, text: string, type = 'text/plain;charset=utf-8') {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the URL after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
