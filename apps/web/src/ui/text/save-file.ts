/** Saves a text, or what is in memory already, as a file through the browser. */
export function saveFile(name: string, content: string | Blob, type = 'text/plain;charset=utf-8') {
  const address = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the URL after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
