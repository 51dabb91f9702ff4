import { expect, it } from 'vitest'
import { findUnmasked, maskLines, maskVariables } from './masking.ts'
import { toVariables } from './variables.ts'

it('masks each line of a value, escaped as a runner reads it', () => {
  expect(maskLines('line one\r\ntwo 100%25\n\n       \nline three\rline four')).toBe(
    '::add-mask::line one\n::add-mask::two 100%2525\n::add-mask::line three\n::add-mask::line four\n',
  )
  expect(maskLines('')).toBe('')
  expect(maskLines(' \n')).toBe('')
})

it('masks the brackets of a JSON value as a whole only, and each line once', () => {
  expect(maskLines('{\n  "a": "x"\n},')).toBe('::add-mask::  "a": "x"\n')
  expect(maskLines('{[({[(')).toBe('::add-mask::{[({[(\n')
  const variables = toVariables({
    A: 'secret',
    B: 'other secret\nsecret',
  })
  expect(maskVariables(variables)).toBe('::add-mask::secret\n::add-mask::other secret\n')
})

it('leaves lines under 6 characters visible, and names the values that no mask covers', () => {
  const variables = toVariables({
    PORT: '3000',
    FLAGS: 'on\noff',
    KEY: '-----BEGIN KEY-----\nMC4C\n',
    EMPTY: '',
    SIX: '123456',
  })
  expect(maskVariables(variables)).toBe('::add-mask::-----BEGIN KEY-----\n::add-mask::123456\n')
  expect(findUnmasked(variables)).toEqual(['PORT', 'FLAGS'])
})

it('never prints a line of a value as a command', () => {
  expect(
    maskLines('a\n::set-env name=X::y')
      .split('\n')
      .filter((line) => !line.startsWith('::add-mask::')),
  ).toEqual([''])
})
