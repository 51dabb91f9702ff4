import { describe, expect, it } from 'vitest'
import { changeForm, recoverForm } from './new-master-password.tsx'
import { estimateStrength } from './strength.ts'

const long = 'a few unrelated words'
type Issues = { issues: readonly { path: PropertyKey[]; message: string }[] } | undefined
/** By field, the first one, which the form shows. */
const messages = (error: Issues): Record<string, string> =>
  Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]).toReversed() ?? [])
const change = (fields: object) =>
  messages(
    changeForm.safeParse({
      currentMasterPassword: 'old',
      newMasterPassword: long,
      confirmation: long,
      leaked: false,
      ...fields,
    }).error,
  )
const tooShort = 'New master password must be at least 8 characters'

describe('changing the master password', () => {
  it('takes a new one that is repeated', () => expect(change({})).toEqual({}))

  it.each([
    [{ currentMasterPassword: '' }, { currentMasterPassword: 'Current master password is required' }],
    [{ confirmation: '' }, { confirmation: 'Please confirm your new master password' }],
    [{ confirmation: `${long} ` }, { confirmation: "Master passwords don't match" }],
  ])('refuses %j', (fields, expected) => expect(change(fields)).toEqual(expected))

  it.each(['', '1234567'])('calls %j too short', (newMasterPassword) => {
    expect(change({ newMasterPassword })).toMatchObject({ newMasterPassword: tooShort })
  })
})

it('recovering needs the key, and a new password that is repeated', () => {
  const recover = (recoveryKey: string, newMasterPassword: string) =>
    messages(recoverForm.safeParse({ recoveryKey, newMasterPassword, confirmation: long }).error)
  expect(recover('', 'short')).toEqual({
    recoveryKey: 'Recovery key is required',
    newMasterPassword: tooShort,
    confirmation: "Master passwords don't match",
  })
  expect(recover('7K2M9-QX4TB', long)).toEqual({})
})

describe('the strength of a master password', () => {
  it('is low for common words and for what is known of the user', () => {
    for (const guess of ['password1', 'envhold', 'countess']) {
      expect(estimateStrength(guess, ['countess'])).toMatchObject({ score: 0 })
      expect(estimateStrength(guess, ['countess']).warning).not.toBe('')
    }
    expect(estimateStrength('countess1815', ['countess1815']).score).toBeLessThan(
      estimateStrength('countess1815', []).score,
    )
  })

  it('is high for unrelated words, and needs no warning', () => {
    expect(estimateStrength('marble tractor violet onion', [])).toMatchObject({ score: 4, warning: '' })
  })

  it('is estimated fast, however long the password is', () => {
    expect(estimateStrength('x7Q!'.repeat(250), []).score).toBeGreaterThanOrEqual(0)
  })
})
