import { eachText, type Reader } from './reader.ts'

/** Port of systemd's EnvironmentFile= (252 to 257, src/basic/env-file.c): one state per character. */
export const systemd: Reader = {
  name: 'systemd',
  dialect: 'systemd',
  kind: 'port',
  version: '257',
  read: eachText(readEnvironmentFile),
}

type State = 'key' | 'between' | 'value' | 'escape' | 'single' | 'double' | 'double-escape'

function readEnvironmentFile(text: string): Map<string, string> {
  if (/\p{Noncharacter_Code_Point}/u.test(text)) throw new Error('invalid UTF-8')
  const read = new Map<string, string>()
  let rest = text
  while (true) {
    rest = rest.replace(/^(?:[ \t\n\r]|[#;](?:\\[^\n\r]|[^\\\n\r])*)+/, '')
    if (rest === '') return read
    const name = /^([^=\n\r]*)([=\n\r]|$)/.exec(rest)
    rest = rest.slice(name?.[0].length)
    if (name?.[2] !== '=') continue
    const { value, length } = readValue(rest)
    read.set((name[1] ?? '').replace(/[ \t]+$/, ''), value)
    rest = rest.slice(length)
  }
}

function readValue(text: string): { value: string; length: number } {
  let state: State = 'between'
  let value = ''
  /** Length of the value without trailing spaces; they count only if something follows. */
  let solid = 0
  let position = 0
  const keep = (kept: string) => {
    value += kept
    solid = value.length
  }
  for (; position < text.length; position++) {
    const character = text[position] ?? ''
    const lineEnd = character === '\n' || character === '\r'
    if (lineEnd && (state === 'between' || state === 'value')) break
    switch (state) {
      case 'between':
        if (character === "'") state = 'single'
        else if (character === '"') state = 'double'
        else if (character === '\\') state = 'escape'
        else if (!/[ \t]/.test(character)) {
          state = 'value'
          keep(character)
        }
        break
      case 'value':
        if (character === '\\') {
          state = 'escape'
          solid = value.length
        } else if (/[ \t]/.test(character)) value += character
        else keep(character)
        break
      case 'escape':
        state = 'value'
        if (!lineEnd) keep(character)
        break
      case 'single':
        if (character === "'") state = 'between'
        else keep(character)
        break
      case 'double':
        if (character === '"') state = 'between'
        else if (character === '\\') state = 'double-escape'
        else keep(character)
        break
      case 'double-escape':
        state = 'double'
        if (/["\\`$]/.test(character)) keep(character)
        else if (character !== '\n') keep(`\\${character}`)
        break
    }
  }
  return { value: value.slice(0, solid), length: position }
}
