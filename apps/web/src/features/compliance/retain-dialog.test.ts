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

const projects = [{ id: 3 }, { id: 2 }, { id: 1 }]

test.each([
  ['what the server would leave', { keep: [], toArchive: [2, 3], maxProjects: 1 }, [1]],
  ['an earlier choice', { keep: [3], toArchive: [1, 2], maxProjects: 1 }, [3]],
  ['an earlier choice, filled up', { keep: [3], toArchive: [2], maxProjects: 2 }, [3, 1]],
  ['no project that is gone', { keep: [9], toArchive: [2, 3], maxProjects: 1 }, [1]],
])('starts with %s', (_, compliance, expected) => {
  expect(initialRetained(projects, compliance)).toEqual(expected)
})
