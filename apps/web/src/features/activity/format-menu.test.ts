import { expect, it } from 'vitest'
import { fileNameOf } from './format-menu.tsx'

it.each([
  ['attachment; filename="activity-2026-03-01.csv"', 'activity-2026-03-01.csv'],
  ['attachment; filename="../../.bashrc"', 'own.csv'],
  ['attachment; filename=".profile"', 'own.csv'],
  ['attachment', 'own.csv'],
  [undefined, 'own.csv'],
])('%s is saved as %s', (disposition, name) => {
  const headers = new Headers(disposition ? { 'content-disposition': disposition } : {})
  expect(fileNameOf(headers, 'own.csv')).toBe(name)
})
