import { expect, test } from 'vitest'
import { innerNamesOf, parseSource } from './inner-names.ts'
import { findBannedInnerName, findBannedWord, toWords } from './words.ts'

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

test('the names inside a file are types, functions, locals, parameters, properties and aliases', () => {
  const source = `
import { a as alias, plain } from './a.ts'
import * as everything from './b.ts'
interface Shape { property: string; method(parameter: number): void }
type Text = string
function declared({ a: bound }, [element]) { const local = (inner) => inner; return { key: local } }
`
  expect(innerNamesOf(parseSource('a.ts', source)).map(({ text }) => text)).toEqual([
    'alias',
    'everything',
    'Shape',
    'property',
    'method',
    'parameter',
    'Text',
    'declared',
    'bound',
    'element',
    'local',
    'inner',
  ])
  const namesWhere = (is: 'isType' | 'isLocal') =>
    innerNamesOf(parseSource('a.ts', source)).flatMap(({ text, ...name }) => (name[is] ? [text] : []))
  expect(namesWhere('isType')).toEqual(['Shape', 'Text'])
  expect(namesWhere('isLocal')).toEqual(['parameter', 'local', 'inner'])
})

const inside = (text: string, kind: string) =>
  findBannedInnerName({ text, isType: kind === 'type', isLocal: kind === 'local' })

test.each([
  ['tellOwner', 'local'],
  ['keptRows', 'property'],
  ['Given', 'type'],
  ['Ctx', 'type'],
  ['Opened', 'type'],
  ['given', 'local'],
  ['found', 'local'],
])('inside a file, %s is a warning as a %s', (text, kind) => expect(inside(text, kind)).toBeTruthy())

test.each([
  ['takesFocus', 'local'],
  ['isSettled', 'local'],
  ['giveUp', 'local'],
  ['given', 'property'],
  ['foundRow', 'local'],
  ['GivenNames', 'type'],
])('inside a file, %s is in order as a %s', (text, kind) => expect(inside(text, kind)).toBeUndefined())
