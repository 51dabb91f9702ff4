/** A line of a file, without its line end. */
export interface Line {
  /** Counted from 1. */
  readonly number: number
  readonly bytes: Uint8Array
  /** `cut`: the file ends before the line does. `long`: the line has more bytes than allowed; no line follows. */
  readonly is: 'whole' | 'cut' | 'long'
}

const lineEnd = 0x0a

/** Splits a file into lines, one at a time in memory. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = []
  let length = 0
  let number = 1
  const line = (is: Line['is']): Line => ({ number, bytes: Buffer.concat(parts), is })
  for await (const chunk of chunks)
    for (let from = 0; from < chunk.length; ) {
      const at = chunk.indexOf(lineEnd, from)
      const part = chunk.subarray(from, at < 0 ? undefined : at)
      from = at < 0 ? chunk.length : at + 1
      parts.push(part)
      length += part.length
      if (length > maxBytes) {
        parts = []
        yield line('long')
        return
      }
      if (at < 0) continue
      yield line('whole')
      parts = []
      length = 0
      number++
    }
  if (length > 0) yield line('cut')
}
