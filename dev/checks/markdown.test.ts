import { expect, test } from 'vitest'
import { judgeMarkdown } from './markdown.ts'

const long = 'a'.repeat(121)
test('a long line is an error, with its number', () =>
  expect(judgeMarkdown('README.md', `short\n${long}\n`)).toEqual(['README.md:2: more than 120 characters']))

test('rows of tables, code, URLs and targets of links may be long', () => {
  const code = ['```sh', long, '```']
  const lines = [`| ${long} |`, ...code, `https://example.com/${long}`, `See [this](docs/${long}.md).`]
  expect(judgeMarkdown('README.md', lines.join('\n'))).toEqual([])
  expect(judgeMarkdown('README.md', [...code, long].join('\n'))).toHaveLength(1)
})
