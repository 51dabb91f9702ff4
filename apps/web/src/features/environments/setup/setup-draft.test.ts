import { toRecord, toVariables } from '@envhold/formats/variables.ts'
import { expect, test } from 'vitest'
import { previewPasted, warningsOf } from './paste-parts.tsx'
import { countVariables, variablesOf } from './run-setup.ts'
import {
  firstRunText,
  nameProblems,
  newSetupDraft,
  type SetupDraft,
  setupText,
  targetOf,
  withEnvironment,
  withNewEnvironment,
  withoutEnvironment,
} from './setup-draft.ts'

const pasted = toVariables({ PORT: '80', HOST: 'shop.example' })
const none = toVariables({})

const textOf = (draft: SetupDraft, variables = none) => {
  const { values, empties } = countVariables(draft, variables)
  return setupText(draft, values, empties)
}

test('three environments are ready, and the first gets the text', () => {
  const draft = newSetupDraft()
  expect(draft.environments.map(({ name }) => name)).toEqual(['development', 'staging', 'production'])
  expect(targetOf(draft)?.name).toBe('development')
  expect(nameProblems(draft.environments).size).toBe(0)
})

test('the button says what it does', () => {
  const draft = newSetupDraft()
  expect(textOf(draft)).toBe('Create 3 environments')
  expect(textOf(draft, pasted)).toBe('Create 3 environments and save 2 variables')
  expect(textOf(withoutEnvironment(withoutEnvironment(draft, 'staging'), 'production'))).toBe(
    'Create 1 environment',
  )
  const copied = withEnvironment(draft, 'staging', { names: ['PORT'] })
  expect(textOf(copied)).toBe('Create 3 environments and add 1 variable without values')
  const made = {
    ...draft,
    environments: draft.environments.map((environment) => ({ ...environment, id: 1 })),
  }
  expect(textOf(made, pasted)).toBe('Save 2 variables')
  expect(textOf(made)).toBe('Done')
})

test('before the project exists, the button says so', () => {
  const { values, empties } = countVariables(newSetupDraft(), pasted)
  expect(firstRunText(newSetupDraft(), values, empties)).toBe(
    'Create project with 3 environments and save 2 variables',
  )
})

test('what is saved is not counted again', () => {
  const draft = withEnvironment(newSetupDraft(), 'development', { id: 1, saved: pasted })
  expect(textOf(draft, pasted)).toBe('Create 2 environments')
})

test('a removed target leaves the text to the first environment', () => {
  expect(targetOf(withoutEnvironment(newSetupDraft(), 'development'))?.name).toBe('staging')
})

test.each([
  ['', 'Environment name is required'],
  ['Pro duction', 'Environment name can only contain letters, numbers, hyphens, and underscores'],
  ['x'.repeat(51), 'Environment name must be less than 50 characters'],
  ['PRODUCTION', 'An environment with this name already exists in this project'],
])('the name %j is refused', (name, problem) => {
  const draft = withEnvironment(withNewEnvironment(newSetupDraft(), 'new'), 'new', { name })
  expect([...nameProblems(draft.environments)]).toEqual([['new', problem]])
})

test('copied and repeated names come without values, and pasted values win', () => {
  const draft = {
    ...withEnvironment(newSetupDraft(), 'development', { names: ['PORT', 'TOKEN'] }),
    repeatsNames: true,
  }
  const [development, staging] = draft.environments
  if (!development || !staging) throw new Error('No environments')
  expect(toRecord(variablesOf(draft, development, pasted))).toEqual({
    PORT: '80',
    TOKEN: '',
    HOST: 'shop.example',
  })
  expect(toRecord(variablesOf(draft, staging, pasted))).toEqual({ PORT: '', HOST: '' })
  expect(variablesOf({ ...draft, repeatsNames: false }, staging, pasted).size).toBe(0)
  expect(countVariables(draft, pasted)).toEqual({ values: 2, empties: 5 })
})

test('a pasted JSON object is read like a .env text', () => {
  expect(previewPasted('{"PORT":"80"}')).toMatchObject({ kind: 'ready', count: 1 })
  expect(previewPasted('PORT=80\nHOST=x')).toMatchObject({ kind: 'ready', count: 2 })
  expect(previewPasted('{"PORT":80}')).toMatchObject({ kind: 'refused' })
  expect(previewPasted('{"PORT":"80",\n"PORT":"81"}')).toMatchObject({
    kind: 'ready',
    warnings: [{ line: 2, key: 'PORT' }],
  })
  expect(previewPasted('{"secret-value')).toEqual({
    kind: 'refused',
    problems: [{ line: 0, problem: 'this is not JSON' }],
  })
})

test('doubts name keys and no values', () => {
  const preview = previewPasted('STRIPE=sk_live_abcdef\nPATH=/opt/bin\nPORT=80')
  if (preview.kind !== 'ready') throw new Error('Not read')
  const open = warningsOf(preview, { name: 'development', isProtected: false })
  expect([...open.keys()].toSorted()).toEqual(['PATH', 'STRIPE'])
  expect(open.get('STRIPE')).toBe('looks like a live key, and development is not protected')
  expect([...open.values()].join()).not.toContain('sk_live_abcdef')
  expect([...warningsOf(preview, { name: 'production', isProtected: true }).keys()]).toEqual(['PATH'])
})
