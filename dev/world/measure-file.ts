// A set-up file of Vitest: measures each test file from its import to its last test.

import { afterAll, expect } from 'vitest'
import { beginMeasured } from './measured.ts'

const end = beginMeasured('file')
afterAll(() => end(expect.getState().testPath ?? ''))
