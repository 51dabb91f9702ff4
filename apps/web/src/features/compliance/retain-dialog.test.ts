import { expect, test } from 'vitest'
import { initialRetained, retainedChoice } from './retain-dialog.tsx'

test.each([
  [[1], { id: 1, on: false, max: 2 }, []],
  [[1], { id: 2, on: true, max: 2 }, [1, 2]],
  [[1, 2], { id: 3, on: true, max: 2 }, [1, 2]],
  [[1], { id: 3, on: true, max: 1 }, [3]],
  [[1], { id: 1, on: true, max: 1 }, [1]],
])('of %j, %j leaves %j', (kept, change, expected) => {
  expect(retainedChoice(kept, change)).toEqual(expected)
})

const projects = [3, 2, 1]

test.each([
  ['what the server would leave', { keep: [], losing: [2, 3], max: 1 }, [1]],
  ['an earlier choice', { keep: [3], losing: [1, 2], max: 1 }, [3]],
  ['an earlier choice, filled up', { keep: [3], losing: [2], max: 2 }, [3, 1]],
  ['no project that is gone', { keep: [9], losing: [2, 3], max: 1 }, [1]],
])('starts with %s', (_, choice, expected) => {
  expect(initialRetained(projects, choice)).toEqual(expected)
})
