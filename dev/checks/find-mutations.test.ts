import { expect, test } from 'vitest'
import { findMutations } from './find-mutations.ts'

const mutated = (content: string, path = 'a.tsx') =>
  findMutations(path, content).map(
    ({ start, end, text }) => content.slice(0, start) + text + content.slice(end),
  )

test.each([
  ['const a = b === c', ['const a = b !== c']],
  ['const a = b <= c', ['const a = b < c']],
  ['const a = b && !c', ['const a = b || !c', 'const a = b && c']],
  ['const a = b ? c : d', ['const a = !(b) ? c : d']],
  ['const a = 2', ['const a = (2 + 1)']],
  ["const a = 'b'", ["const a = ''"]],
  ['const a = await b', ['const a = b']],
  ['const a = true', ['const a = false']],
  ['a = b', [';']],
  ['if (a) throw b', [';', 'if (!(a)) throw b']],
  ['if (a) b()\nelse c()', ['if (!(a)) b()\nelse c()', 'if (a) ;\nelse c()', 'if (a) b()\nelse ;']],
])('%s', (content, expected) => {
  expect(mutated(content)).toEqual(expected)
})

test.each([
  '// a === 1',
  "import { a } from 'b'",
  "export { a } from 'b'",
  "type A = 'b' | 1",
  "interface A { b: 'c' }",
  "let a: Pick<B, 'c'>",
  "const a = new AppError('b', { message: 'c' })",
  "const a = ctx.log.webhookRejected({ b: 'c' })",
  "const a = <b className={d === 1 ? 'e' : 'f'} title=\"c\" />",
  "const a = <b>c{' '}d</b>",
  "const a = { 'b-c': d }",
])('nothing to find in %s', (content) => {
  expect(mutated(content)).toEqual([])
})
