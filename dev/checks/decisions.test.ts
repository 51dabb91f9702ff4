import { expect, test } from 'vitest'
import { judgeRecord, judgeRecords } from './decisions.ts'

const folder = 'docs/decisions'
const body = ['**Context.** Why.', '**Decision.** What.', '**Consequences.** So.']
const record = (title: string, ...paragraphs: string[]) => [title, ...paragraphs].join('\n\n')

test('a record has its number, three parts, and at most 40 lines besides its status', () => {
  const judge = (text: string) => judgeRecord(`${folder}/0001-a-choice.md`, text)
  const path = `${folder}/0001-a-choice.md`
  const tooLong = record('# 1. A choice', ...body, Array<string>(32).fill('more').join('\n'))
  const status = '**Status.** Replaced by [2](0002-b.md).'
  expect(judge(record('# 1. A choice', ...body))).toEqual([])
  expect(judge(tooLong)).toEqual([])
  expect(judge(tooLong.replace('\n\n', `\n\n${status}\n\n`))).toEqual([])
  expect(judge(`${tooLong}\nmore`)).toEqual([`${path}: 41 lines, more than 40`])
  expect(judge(record('# 1. A choice', ...body.slice(1)))[0]).toContain('in this order')
  expect(judge(record('# 1. A choice', ...body.toReversed()))[0]).toContain('in this order')
  expect(judge(record('# 0001 – A choice', ...body))[0]).toContain('the first line is')
  expect(judge(record('# 2. A choice', ...body))[0]).toContain('the first line is')
})

const statuses = {
  old: '**Status.** Replaced by [3](0003-new.md).',
  half: '**Status.** Replaced in part by\n[3](0003-new.md) (the limit).',
  new: '**Status.** Replaces [1](0001-old.md). Replaces parts of [2](0002-half.md).',
}
const rows = [
  '| 1 | [Old](0001-old.md) | 2026-01-01 | Replaced by [3](0003-new.md) |',
  '| 2 | [Half](0002-half.md) | 2026-01-01 | Replaced in part by [3](0003-new.md) |',
  '| 3 | [New](0003-new.md) | 2026-01-02 | Current |',
]

const judgeAll = (changed: Partial<typeof statuses> = {}, index: readonly string[] = rows) => {
  const status = { ...statuses, ...changed }
  return judgeRecords(
    new Map([
      [`${folder}/README.md`, index.join('\n')],
      [`${folder}/0001-old.md`, record('# 1. Old', status.old, ...body)],
      [`${folder}/0002-half.md`, record('# 2. Half', status.half, ...body)],
      [`${folder}/0003-new.md`, record('# 3. New', status.new, ...body)],
    ]),
  )
}

test('the index lists each record once, with its title and status', () => {
  expect(judgeAll()).toEqual([])
  const expected = (row = '') => [`docs/decisions/README.md: expected one row "${row}"`]
  const first = rows[0]?.replace('2026-01-01', 'DATE')
  expect(judgeAll({}, rows.slice(1))).toEqual(expected(first))
  expect(judgeAll({}, [...rows, rows[0] ?? ''])).toEqual(expected(first))
  expect(
    judgeAll({}, [rows[0]?.replace('Replaced by [3](0003-new.md)', 'Current') ?? '', ...rows.slice(1)]),
  ).toEqual(expected(first))
  expect(judgeAll({}, [...rows, '| 4 | [Other](0004-other.md) | 2026-01-01 | Current |'])).toEqual([
    'docs/decisions/README.md: there is no record 4',
  ])
})

test('a record and its replacement name each other', () => {
  expect(judgeAll({ new: '**Status.** Replaces parts of [2](0002-half.md).' })).toEqual([
    'docs/decisions/0003-new.md: its status lacks "Replaces [1]"',
  ])
  expect(
    judgeAll({ half: '' }, [rows[0] ?? '', '| 2 | [Half](0002-half.md) | 2026 | Current |', rows[2] ?? '']),
  ).toEqual(['docs/decisions/0002-half.md: its status lacks "Replaced in part by [3]"'])
  expect(
    judgeAll({
      new: '**Status.** Replaces [1](0001-old.md) and [9](0009-none.md). Replaces parts of [2](0002-half.md).',
    }),
  ).toEqual(['docs/decisions/0003-new.md: there is no record 9'])
})
