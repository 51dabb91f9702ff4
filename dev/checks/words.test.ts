import { expect, test } from 'vitest'
import { findBannedWord, toWords } from './words.ts'

test.each([
  ['findAPIKey', 'find-apikey'],
  ['notifyOwner', 'notify-owner'],
  ['notify-owner.test.ts', 'notify-owner'],
  ['three_people.spec.ts', 'three-people'],
  ['/env/projects/{id}', 'env-projects-id'],
  ['MAX_LENGTH', 'max-length'],
])('%s is %s', (text, words) => expect(toWords(text).join('-')).toBe(words))

test.each([
  ['tell-owner.ts', 'notify'],
  ['tellOwner', 'notify'],
  ['createSettleOwed', 'pending'],
  ['RowSeal', 'row-mac'],
  ['mostSecrets', 'max'],
  ['longestName', 'max'],
  ['MemberParts', 'collaborator'],
  ['ActivityParts', 'Deps'],
  ['/projects/{id}/members', 'collaborators'],
  ['serverAddress', 'url'],
])('%s: write %s', (text, instead) => expect(findBannedWord(text)).toContain(instead))

test.each([
  'membership-store.ts',
  'rowMac',
  'sealEnvironment',
  'emailAddress',
  'ip-address.ts',
  'noteMissingParts',
  'almost-done.ts',
  '/env/projects/{id}/collaborators',
])('%s is in order', (text) => expect(findBannedWord(text)).toBeUndefined())
