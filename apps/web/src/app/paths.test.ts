import { describe, expect, it } from 'vitest'
import { paths, safeNext } from './paths.ts'

describe('safeNext', () => {
  it.each(['/dashboard', '/project/3?tab=variables', '/account#tokens'])('keeps %s', (path) => {
    expect(safeNext(path)).toBe(path)
  })
  it.each([
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/a\nb',
    'dashboard',
    '/',
    '/login?next=/x',
    '',
    7,
    undefined,
  ])('drops %j', (path) => {
    expect(safeNext(path)).toBeUndefined()
  })
  it('spells a project’s address', () => expect(paths.project(12)).toBe('/project/12'))
})
