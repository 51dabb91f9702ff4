import { describe, expect, it } from 'vitest'
import { profileForm } from './profile-form.tsx'

const profile = { username: 'ada', firstName: '', lastName: '' }

describe('the profile form', () => {
  it('lets names be empty, and takes white space off a username', () => {
    expect(profileForm.parse({ ...profile, username: ' ada ' })).toEqual(profile)
  })

  it.each([
    [{ username: '  ' }, 'username', 'Username is required'],
    [{ username: 'ada@example.com' }, 'username', 'A username cannot contain @'],
    [{ firstName: 'x'.repeat(101) }, 'firstName', 'Must be at most 100 characters'],
    [{ lastName: 'x\0' }, 'lastName', 'Must not hold NUL or broken Unicode'],
  ])('refuses %j', (change, path, message) => {
    const { error } = profileForm.safeParse({ ...profile, ...change })
    expect(error?.issues).toMatchObject([{ path: [path], message }])
  })
})
