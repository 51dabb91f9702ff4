import { expect, it } from 'vitest'
import { maskLines, maskVariables } from './masking.ts'

it('masks each line of a value, escaped as a runner reads it', () => {
  expect(maskLines('one\r\ntwo 100%25\n\n  \nthree\rfour')).toBe(
    '::add-mask::one\n::add-mask::two 100%2525\n::add-mask::three\n::add-mask::four\n',
  )
  expect(maskLines('')).toBe('')
  expect(maskLines(' \n')).toBe('')
})

it('masks the brackets of a JSON value as a whole only, and each line once', () => {
  expect(maskLines('{\n  "a": "x"\n},')).toBe('::add-mask::  "a": "x"\n')
  expect(maskLines('{')).toBe('::add-mask::{\n')
  const variables = new Map([
    ['A', 'x'],
    ['B', 'y\nx'],
  ])
  expect(maskVariables(variables)).toBe('::add-mask::x\n::add-mask::y\n')
})

it('never prints a line of a value as a command', () => {
  expect(
    maskLines('a\n::set-env name=X::y')
      .split('\n')
      .filter((line) => !line.startsWith('::add-mask::')),
  ).toEqual([''])
})
