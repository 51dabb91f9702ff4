import { eachText, type Reader } from './reader.ts'

/** Port of `docker run --env-file` (docker/cli 28, pkg/kvfile): lines and the first `=`, nothing else. */
export const docker: Reader = {
  name: 'docker --env-file',
  dialect: 'docker',
  kind: 'port',
  version: '28.2',
  read: eachText(readDockerEnvFile),
}

function readDockerEnvFile(text: string): Map<string, string> {
  const read = new Map<string, string>()
  for (const [index, scanned] of scanLines(text).entries()) {
    const line = (index === 0 ? scanned.replace(/^\uFEFF/, '') : scanned).replace(leadingSpace, '')
    if (line === '' || line.startsWith('#')) continue
    const equals = line.indexOf('=')
    const key = equals < 0 ? line : line.slice(0, equals)
    if (key === '' || /[ \t]/.test(key)) throw new Error('bad name')
    // A name alone gets its value from the caller's environment, which is empty here.
    if (equals >= 0) read.set(key, line.slice(equals + 1))
  }
  return read
}

/** Go's bufio.ScanLines with its default buffer: 64 KiB, including the newline. */
function scanLines(text: string): string[] {
  const lines = text.split('\n')
  const last = lines.pop()
  if (lines.some((line) => Buffer.byteLength(line) + 1 > 64 * 1024)) throw new Error('token too long')
  if (last !== undefined && last !== '') {
    if (Buffer.byteLength(last) >= 64 * 1024) throw new Error('token too long')
    lines.push(last)
  }
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

/** Go's unicode.IsSpace. */
const leadingSpace = /^[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/
