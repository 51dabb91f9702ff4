import { expect, test } from 'vitest'
import { documentedOrigin, fillPage } from './public-pages.ts'

const origin = 'https://vault.example.com'

test('fills addresses, texts and lists, and escapes what it fills in', () => {
  const page = `<a href="${documentedOrigin}/docs">⟦name⟧</a><ul>⟦#plans⟧<li title="⟦name⟧">⟦#lines⟧<b>⟦line⟧</b>⟦/lines⟧</li>⟦/plans⟧</ul>⟦!text⟧`
  const values = {
    name: 'A & B',
    text: '<p>HTML</p>',
    plans: [
      { name: '<i>"Free"</i>', lines: [{ line: "1's" }, { line: '2' }] },
      { name: 'Pro', lines: [] },
    ],
  }
  expect(fillPage(page, origin, values)).toBe(
    '<a href="https://vault.example.com/docs">A &amp; B</a><ul>' +
      '<li title="&lt;i&gt;&quot;Free&quot;&lt;/i&gt;"><b>1&#39;s</b><b>2</b></li><li title="Pro"></li></ul><p>HTML</p>',
  )
})

test('a value is never read as a slot', () => {
  const value = '⟦secret⟧ ⟦#plans⟧ $& $1'
  expect(fillPage('⟦name⟧', origin, { name: value, secret: 'x' })).toBe('⟦secret⟧ ⟦#plans⟧ $&amp; $1')
})

test('a slot without a value is an error', () => {
  expect(() => fillPage('⟦name⟧', origin, {})).toThrow('⟦name⟧')
  expect(() => fillPage('⟦#plans⟧⟦/plans⟧', origin, { plans: 'text' })).toThrow('⟦#plans⟧')
})
