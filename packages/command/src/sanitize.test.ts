import { expect, test } from 'vitest'
import { plain, sanitize } from './sanitize.ts'

const esc = '\u001b'

test('characters that control a terminal are replaced', () => {
  expect(sanitize(`a${esc}]0;title\u0007b`)).toBe('a\ufffd]0;title\ufffdb')
  expect(sanitize(`${esc}[31mred`)).toBe('\ufffd[31mred')
  expect(sanitize('one\r\ntwo\u202etxt\u009b2J')).toBe('one\ufffd two\ufffdtxt\ufffd2J')
  expect(sanitize('Zoë – 東京 👩‍💻')).toBe('Zoë – 東京 👩‍💻')
})

test('our own colors and lines are not', () => {
  expect(plain(`${esc}[31mred${esc}[39m\n\tx`)).toBe(`${esc}[31mred${esc}[39m\n\tx`)
  expect(plain(`${esc}[2J`)).toBe('\ufffd[2J')
})
