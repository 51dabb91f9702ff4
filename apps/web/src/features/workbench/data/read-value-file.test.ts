import { describe, expect, it } from 'vitest'
import { readValueFile } from './exact-text.ts'

const file = (...parts: BlobPart[]) => new File(parts, 'key.pem')

describe('a value from a file', () => {
  it.each(['a\r\nb\r\n', 'a\rb', 'end  ', 'a\n', '\ufeffa', 'x'.repeat(64 * 1024)])(
    'keeps every byte of %j',
    async (text) => expect(await readValueFile(file(text))).toBe(text),
  )

  it.each([
    ['x'.repeat(64 * 1024 + 1), 'key.pem is larger than 64 KiB'],
    ['', 'key.pem is empty'],
    [new Uint8Array([0xff, 0xfe, 0x61, 0x00]), 'key.pem is not UTF-8 text'],
    ['a\0b', 'key.pem has NUL characters'],
  ])('says what is wrong with a file', async (content, message) => {
    await expect(readValueFile(file(content))).rejects.toThrow(message)
  })
})
