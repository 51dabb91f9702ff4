import { expect, test } from 'vitest'
import { isCurrentMenu, menusOf } from './menus.ts'

const account = {
  id: 1,
  username: 'ada',
  email: 'ada@example.com',
  firstName: null,
  lastName: null,
  email_verified: true,
  can_verify_email: true,
  public_url: 'https://vault.example.com',
  time_zone: 'UTC',
  created_at: '2026-01-01T00:00:00.000Z',
}
const operator = (permissions: readonly string[]) => ({
  account,
  role: { name: 'R', display_name: 'R', permissions },
})

test('a menu without a page that the role may read is left out', () => {
  expect(menusOf(operator([]))).toEqual([])
  for (const { pages } of menusOf(operator(['*']))) expect(pages.length).toBeGreaterThan(0)
})

test('a menu is current on its pages and below them', () => {
  const menu = { title: 'Menu', pages: [{ label: 'Users', to: '/admin/users', call: 'listUsers' as const }] }
  expect(
    ['/admin', '/admin/users', '/admin/users/7', '/admin/users-of'].map((path) => isCurrentMenu(menu, path)),
  ).toEqual([false, true, true, false])
})
