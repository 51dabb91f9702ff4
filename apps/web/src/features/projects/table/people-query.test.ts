import { expect, test } from 'vitest'
import { peopleText } from './people-query.ts'

test('names all people that there is room for, and counts the others', () => {
  expect(peopleText(['ada'], 1)).toBe('ada')
  expect(peopleText(['ada', 'grace', 'linus'], 3)).toBe('ada, grace, linus')
  expect(peopleText(['ada', 'grace', 'linus'], 6)).toBe('ada, grace, +4')
  expect(peopleText(['ada'], 2)).toBe('ada, +1')
})
