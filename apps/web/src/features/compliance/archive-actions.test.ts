import { expect, test } from 'vitest'
import { archivedUntil } from './archive-actions.tsx'

test.each([
  ['2026-03-11T10:00:00.000Z', '2026-04-10T10:00:00.000Z'],
  ['2026-02-01T10:00:00.000Z', '2026-03-31T10:00:00.000Z'],
])('30 days after the later of now and the end %s', (end, until) => {
  expect(archivedUntil(end, Date.parse('2026-03-01T10:00:00.000Z'))).toBe(until)
})
