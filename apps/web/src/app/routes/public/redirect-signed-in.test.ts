import { describe, expect, it } from 'vitest'
import { redirectSignedIn } from './redirect-signed-in.ts'

const arrive = (next: string | undefined, session: { token: string; username: string } | null) => {
  try {
    redirectSignedIn({
      context: { connection: { session: { read: () => session } } },
      search: next === undefined ? {} : { next },
    })
    return 'stays'
  } catch (thrown) {
    const { href, to } = (thrown as { options: { href?: string; to?: string } }).options
    return href ?? to
  }
}
const ada = { token: 'ses_x', username: 'ada' }

describe('the front page for those who are signed in', () => {
  it('leads to where they wanted to go', () => {
    expect(arrive('/account', ada)).toBe('/account')
    expect(arrive(undefined, ada)).toBe('/dashboard')
  })

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'never leads away: %s',
    (next) => expect(arrive(next, ada)).toBe('/dashboard'),
  )

  it('stays for everybody else', () => {
    expect(arrive('/account', null)).toBe('stays')
  })
})
