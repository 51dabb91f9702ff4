import { expect, it } from 'vitest'
import { callsNote, roomNote, storageNote } from './usage-notes.ts'

it.each([
  [0, 1, '1 more project can be added'],
  [1, 3, '2 more projects can be added'],
  [1, 1, 'At the limit: no more projects can be added'],
  [4, 1, 'Over the limit by 3'],
  [4, -1, 'No limit on your plan'],
])('%d of %d: %s', (current, max, note) => expect(roomNote(current, max, 'project', 'projects')).toBe(note))

it.each([
  [39_000_000, 50_000_000, '11 MB free'],
  [41_300_000, 50_000_000, '8.7 MB free: almost full. Deleted projects count until they are erased'],
  [50_000_000, 50_000_000, 'Full: delete environments or projects, or upgrade, to store more'],
  [41_300_000, -1, 'No limit on your plan'],
])('%d of %d bytes: %s', (current, max, note) => expect(storageNote(current, max)).toBe(note))

it('says when API calls work again', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  expect(callsNote(999, 1_000, now)).toBe('Starts again on Dec 1 (UTC)')
  expect(callsNote(1_000, 1_000, now)).toBe('At the limit: calls are rejected until Dec 1 (UTC)')
  expect(callsNote(5, -1, now)).toBe('No monthly limit on your plan')
})
