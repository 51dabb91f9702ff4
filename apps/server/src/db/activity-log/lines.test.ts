import { expect, test } from 'vitest'
import { lineOf, parseOpenLines } from './lines.ts'

const entry = {
  sequence: 7,
  at: 1_000,
  event_type: 'variable_updated',
  description: 'Changed A',
  user_id: 1,
  token_id: null,
  environment_id: 3,
  ip: null,
  request_id: 'r1',
  keys: { added: [], changed: ['A'], removed: [] },
  isExplained: false,
}

test('open lines are read as they were stored', () => {
  const { open } = lineOf([], entry)
  expect(open).toHaveLength(1)
  expect(parseOpenLines(JSON.stringify(open))).toEqual(open)
})

test.each(['', '{', 'null', '[{"line":7}]', '[{"line":"7"}]'])('no line is open in %j', (text) => {
  expect(parseOpenLines(text)).toEqual([])
})
