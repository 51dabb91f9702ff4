/**
 * The value in a text from a pipe. Tools end a line that they print with a newline, so a text of one line loses exactly
 * one, `\n` or `\r\n`. A text of several lines, such as a key file, is the value as it is.
 */
export function pipedValue(text: string): string {
  const end = text.indexOf('\n')
  if (end < 0 || end < text.length - 1) return text
  return text.slice(0, text[end - 1] === '\r' ? end - 1 : end)
}
