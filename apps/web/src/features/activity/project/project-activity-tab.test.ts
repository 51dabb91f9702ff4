import { describe, expect, it } from 'vitest'
import { filterEntries } from './project-activity-tab.tsx'

const entries = [
  {
    description: 'Created environment Staging',
    event_type: 'environment_created',
    users: { email: 'ada@example.com', username: 'ada' },
  },
  {
    description: 'Deleted API key Pipeline',
    event_type: 'project_api_key_deleted',
    users: { email: 'grace@example.org', username: 'Hopper' },
  },
  { description: 'Refused 12 calls', event_type: 'rate_limit_exceeded', users: null },
]
const indexesFor = (typed: string) => filterEntries(entries, typed).map((entry) => entries.indexOf(entry))

describe('searching the page that is shown', () => {
  it.each([
    ['its description', 'staging', [0]],
    ['its type', 'API_KEY', [1]],
    ['the e-mail of who did it', '@EXAMPLE.org', [1]],
    ['the name of who did it', 'hopp', [1]],
    ['what nobody did', 'refused', [2]],
    ['several', 'example', [0, 1]],
    ['nothing', 'mobile', []],
  ])('finds by %s', (_, typed, expected) => {
    expect(indexesFor(typed)).toEqual(expected)
  })

  it('finds everything while nothing is typed', () => expect(indexesFor('  ')).toEqual([0, 1, 2]))
  it('does not mind space around what is typed', () => expect(indexesFor(' ada ')).toEqual([0]))
})
