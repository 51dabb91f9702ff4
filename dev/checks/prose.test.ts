import { expect, test } from 'vitest'
import { judgeProse } from './prose.ts'
import { sentencesOf, textsOfCode, textsOfMarkdown } from './prose-texts.ts'

const rulesIn = (path: string, source: string) => judgeProse(path, source).map(({ rule }) => rule)
const words = (count: number) => `${'word '.repeat(count - 1)}end.`

test.each([
  ['somebody', 'Whoever opens it'],
  ['go on', 'It goes on after that'],
  ['any more', 'Not any more'],
  ['meanwhile', 'Meanwhile it waits'],
  ['by itself', 'It ends by itself'],
  ['for good', 'Deleted for good'],
  ['so many', 'At most so many'],
  ['is no', 'This is no address'],
  ['put back', 'It is put back'],
])('%s is a warning in comments, Markdown and strings', (rule, text) => {
  expect(rulesIn('a.ts', `// ${text} with words\n`)).toEqual([rule])
  expect(rulesIn('a.ts', `/** ${text}. */\nexport const a = 1\n`)).toEqual([rule])
  expect(rulesIn('a.ts', `f('${text} with words')\n`)).toEqual([rule])
  expect(rulesIn('a.ts', `f(\`${text} with \${a} words\`)\n`)).toEqual([rule])
  expect(rulesIn('a.tsx', `const a = <p>{b} ${text} with words</p>\n`)).toEqual([rule])
  expect(rulesIn('a.md', `${text}.\n`)).toEqual([rule])
})

test.each([
  'There is no limit',
  'It is no longer used',
  'Someone continues automatically',
  'What went on and on',
])('%s is in order', (text) => expect(rulesIn('a.md', text)).toEqual([]))

test('names, code, and strings of three words are not prose', () => {
  expect(rulesIn('a.ts', "const meanwhile = somebody('go on')\n")).toEqual([])
  expect(rulesIn('a.md', '```sh\nwhoever\n```\n\nRun `whoever`, [this](meanwhile.md).\n')).toEqual([])
})

test('a mail is a warning in texts that people see', () => {
  const source = "// Sends a mail to the owner.\nf('You get a mail about it')\n"
  expect(rulesIn('apps/web/src/a.ts', source)).toEqual(['a mail'])
  expect(rulesIn('apps/web/src/a.test.ts', source)).toEqual([])
})

test('a sentence of Markdown may have 35 words; items and cells are sentences of their own', () => {
  expect(rulesIn('a.md', words(35))).toEqual([])
  expect(rulesIn('a.md', words(36))).toEqual(['long sentence'])
  expect(rulesIn('a.md', `${words(20)} X ${words(20)}`)).toEqual([])
  expect(rulesIn('a.md', `- ${words(20)}\n- ${words(20)}\n`)).toEqual([])
  expect(rulesIn('a.md', `| ${words(20)} | ${words(20)} |\n`)).toEqual([])
  expect(rulesIn('a.ts', `// ${words(36)}\n`)).toEqual([])
})

test('lines of one comment or paragraph are one text, with the line of the first', () => {
  expect(textsOfCode('a.ts', '\n// One goes\n// on here.\nconst a = 1 // Two\n')).toEqual([
    { kind: 'comment', line: 2, text: 'One goes on here.' },
    { kind: 'comment', line: 4, text: 'Two' },
  ])
  expect(textsOfCode('a.ts', '/**\n * One goes\n * on.\n */\nf({ a, /* end */ })\n')).toEqual([
    { kind: 'comment', line: 1, text: 'One goes on.' },
    { kind: 'comment', line: 5, text: 'end' },
  ])
  expect(textsOfMarkdown('# Title\n\nOne goes\non.\n- item\n  more\n')).toEqual([
    { kind: 'markdown', line: 1, text: 'Title' },
    { kind: 'markdown', line: 3, text: 'One goes on.' },
    { kind: 'markdown', line: 5, text: 'item more' },
  ])
})

test('a sentence ends at a mark before a capital', () => {
  expect(sentencesOf("It is 'one.' Then 1.5 more! Is it? Yes.")).toEqual([
    "It is 'one.'",
    'Then 1.5 more!',
    'Is it?',
    'Yes.',
  ])
})
