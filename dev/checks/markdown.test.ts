import { expect, test } from 'vitest'
import { judgeMarkdown } from './markdown.ts'

const long = 'a'.repeat(121)
const record = [
  '# 1. A choice',
  '',
  '**Context.** Why.',
  '',
  '**Decision.** What.',
  '',
  '**Consequences.** So.',
]

test('a long line is an error, with its number', () =>
  expect(judgeMarkdown('README.md', `short\n${long}\n`)).toEqual(['README.md:2: more than 120 characters']))

test('rows of tables, code, URLs and targets of links may be long', () => {
  const code = ['```sh', long, '```']
  const lines = [`| ${long} |`, ...code, `https://example.com/${long}`, `See [this](docs/${long}.md).`]
  expect(judgeMarkdown('README.md', lines.join('\n'))).toEqual([])
  expect(judgeMarkdown('README.md', [...code, long].join('\n'))).toHaveLength(1)
})

test('a decision record has three parts in at most 40 lines', () => {
  const path = 'docs/decisions/0001-a-choice.md'
  const judge = (lines: string[]) => judgeMarkdown(path, lines.join('\n'))
  expect(judge(record)).toEqual([])
  expect(judge([...record, ...Array<string>(34).fill('more')])).toEqual([`${path}: 41 lines, more than 40`])
  expect(judge(record.filter((line) => !line.includes('Context')))[0]).toContain('in this order')
  expect(judge(record.toReversed())[0]).toContain('in this order')
})
