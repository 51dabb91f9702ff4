import { expect, it } from 'vitest'
import { asShown, exactText } from './exact-text.ts'

it.each(['a\r\nb\r\n', 'a\rb', 'end  ', 'a\n'])('%j that was not edited keeps its bytes', (text) => {
  expect(exactText(asShown(text), [text])).toBe(text)
})

it('is what was typed once that looks different', () => {
  expect(exactText('a\nc', ['a\r\nb', 'x'])).toBe('a\nc')
})
