import type { EventType } from '@envhold/contract/activity/event-types.ts'
import { eventTypes, projectEventNames } from '@envhold/contract/activity/event-types.ts'
import { Activity, CircleUser, MailPlus, UserMinus, Users } from 'lucide-react'
import { expect, it } from 'vitest'
import { eventIcon, eventLabel } from './event-icons.ts'

it('has a sign for every event, the general one for none', () => {
  const without = Object.entries(eventTypes).filter(
    ([type, { category }]) => eventIcon(type, category) === Activity,
  )
  expect(without).toEqual([])
})

it('knows an event by the name it has in a project, too', () => {
  for (const [type, name] of Object.entries(projectEventNames))
    expect(eventIcon(name, 'account')).toBe(eventIcon(type, eventTypes[type as EventType].category))
  expect(eventIcon('collaborator_invited', 'team_changes')).toBe(MailPlus)
  expect(eventIcon('collaborator_removed', 'team_changes')).toBe(UserMinus)
})

it('falls back to the category, and then to the general sign', () => {
  expect(eventIcon('account_updated', 'account')).toBe(CircleUser)
  expect(eventIcon('user_cloned', 'team_changes')).toBe(Users)
  expect(eventIcon('constructor', 'toString')).toBe(Activity)
})

it.each([
  ['api_key_created', 'API key created'],
  ['login', 'Login'],
  ['unauthorized_access', 'Unauthorized access'],
])('says %s as %s', (name, said) => {
  expect(eventLabel(name)).toBe(said)
})
