import { describe, expect, it } from 'vitest'
import { parseManual } from './parse-manual.ts'

const index = { path: 'overview/index.md', text: '---\norder: 10\n---\n\n# Overview\n' }
const pageOf = (...lines: string[]) => ({
  path: 'overview/first.md',
  text: ['---', 'order: 10', '---', '', '# First', '', ...lines, ''].join('\n'),
})
const other = {
  path: 'overview/second.md',
  text: '---\norder: 20\nalias: words\n---\n\n# Second\n\n## Part {#part}\n\nText.\n',
}
const parse = (...lines: string[]) => parseManual([other, index, pageOf(...lines)])
const htmlOf = (...lines: string[]) => parse(...lines)[0]?.html ?? ''

describe('a page of the manual', () => {
  it('becomes a topic, in the order of the numbers, with its parts and other words', () => {
    const [section] = parse('A text', 'of two lines.')
    expect(section).toMatchObject({ id: 'overview', title: 'Overview' })
    expect(section?.topics).toMatchObject([
      { id: 'first', title: 'First', alias: '', parts: [{ id: 'first', text: 'A text of two lines.' }] },
      {
        id: 'second',
        alias: 'words',
        parts: [
          { id: 'second', text: '' },
          { id: 'part', title: 'Part', text: 'Text.' },
        ],
      },
    ])
    expect(section?.html).toContain(
      '<div id="part" class="manual-part"><div class="manual-heading"><h4 id="part-title"',
    )
  })

  it('links to topics by their files', () => {
    const html = htmlOf(
      '[a](second.md), [b](second.md#part), [c](index.md), [d](#first), [e](../overview/second.md).',
    )
    expect(html).toContain(
      '<a href="#second">a</a>, <a href="#part">b</a>, <a href="#overview">c</a>, <a href="#first">d</a>',
    )
  })

  it('shows HTML as text, and a quotation as a note', () => {
    expect(htmlOf('<b>bold</b>')).toContain('<p>&lt;b&gt;bold&lt;/b&gt;</p>')
    expect(htmlOf('<!-- x -->')).toContain('&lt;!-- x --&gt;')
    expect(htmlOf('> Look.')).toMatch(/<p class="manual-note">Look\.<\/p>/)
  })

  it('takes neither alignments, which the policy of the page forbids, nor indented code', () => {
    expect(htmlOf('| A |', '|--:|', '| 1 |')).not.toContain('style')
    expect(htmlOf('    code')).toContain('<p>code</p>')
  })

  it('labels the cells of a table of more than two columns', () => {
    expect(htmlOf('| A | B | C |', '|---|---|---|', '| 1 | 2 | 3 |')).toContain(
      '<td>1</td>\n<td data-label="B">2</td>\n<td data-label="C">3</td>',
    )
    expect(htmlOf('| A | B |', '|---|---|', '| 1 | 2 |')).toContain('<td>1</td>\n<td>2</td>')
  })

  it('says how its commands are tried, and which file is which', () => {
    const fence = (info: string) => parse(`\`\`\`${info}`, 'true', '```')[0]?.topics[0]?.samples
    expect(fence('sh try="it is so" exits=3')).toEqual([
      { kind: 'shell', code: 'true', trial: { prints: 'it is so', exits: 3 } },
    ])
    expect(fence('sh try=\'"a"\'')).toMatchObject([{ trial: { prints: '"a"', exits: 0 } }])
    expect(fence('sh needs="a cluster"')).toMatchObject([{ trial: { needs: 'a cluster' } }])
    expect(fence('yaml file=a.yaml')).toEqual([
      { kind: 'file', name: 'a.yaml', code: 'true', isOutput: false },
    ])
    expect(fence('sh output=a')).toMatchObject([{ kind: 'file', isOutput: true }])
  })
})

describe('a fault in a page of the manual', () => {
  it.each([
    ['an unknown directive in a text', ['Up to', 'some {{zebras}} here.'], '8: Unknown directive {{zebras}}'],
    ['an unknown directive on a line of its own', ['{{zebras}}'], '7: Unknown directive {{zebras}}'],
    ['a list in the middle of a text', ['See {{plans}}.'], '7: Unknown directive {{plans}}'],
    ['a link to a file that is not there', ['a', '', '[x](zebra.md)'], '9: The link zebra.md leads nowhere'],
    [
      'a link to an anchor that is not there',
      ['[x](second.md#zebra)'],
      '7: The link second.md#zebra leads nowhere',
    ],
    ['a link to an anchor of another file', ['[x](#part)'], '7: The link #part leads nowhere'],
    ['a link without TLS', ['[x](http://a.example)'], '7: The link http://a.example leads nowhere'],
    ['an anchor that is there twice', ['## Again {#part}'], 'The anchor #part is also in'],
    ['a heading without an anchor', ['## Again'], '7: A page begins with `# Title`'],
    ['a heading of another level', ['### Again {#again}'], '7: A page begins with'],
    ['a code block that says nothing', ['```sh', 'true', '```'], '7: Unknown block `sh`'],
    ['a code block that says too much', ['```sh try=a needs=b', 'true', '```'], '7: Unknown block'],
    ['a code block with an unknown word', ['```sh tried="a"', 'true', '```'], '7: Unknown block'],
    ['a title with marks', ['## Use `pull` {#again}'], '7: A page begins with'],
    ['a heading in a note', ['> ## Again {#again}'], '7: A page begins with'],
    ['a mark that is not closed', ['A **bold text.'], '7: A mark is not closed'],
    ['a mark that is not closed in a table', ['| A |', '|---|', '| `b |'], '9: A mark is not closed'],
  ])('is named with its file and line: %s', (_, lines, fault) => {
    expect(() => parse(...lines)).toThrow(fault)
    expect(() => parse(...lines)).toThrow(/^docs\/manual\/overview\/(first|second)\.md:\d+: /)
  })

  it('is named with all others', () => {
    expect(() => parse('{{a}}', '', '{{b}}')).toThrow(/first\.md:7: .*\n.*first\.md:9: /)
  })

  it('can be its place', () => {
    const { path, text } = pageOf()
    expect(() => parseManual([index, { path: 'a/b.md', text }])).toThrow('a/b.md:1: There is no a/index.md')
    expect(() => parseManual([index, { path, text }, { path: 'overview/b.md', text }])).toThrow(
      'overview/b.md:2: 10 is also the order of overview/first.md',
    )
    expect(() => parseManual([{ ...index, text: `${index.text}\nText.\n` }])).toThrow(
      'The index has a title only',
    )
  })

  it('can be its beginning', () => {
    const begin = (text: string) => () => parseManual([index, { path: 'overview/a.md', text }])
    expect(begin('# A\n')).toThrow('overview/a.md:1: A page begins with `---`')
    expect(begin('---\norder: 1\n---\n\nText\n')).toThrow('overview/a.md:5: Text before the title')
  })
})
