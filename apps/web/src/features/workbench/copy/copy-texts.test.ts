import { describe, expect, it } from 'vitest'
import { buttonText, planText } from './use-copy.ts'

const plain = (name: string) => ({ name, protected: false })
const live = { name: 'live', protected: true }

describe('what the buttons of a copy say', () => {
  it('names a protected source that loses something', () => {
    expect(buttonText(false, live, [plain('qa')])).toBe('Copy to qa')
    expect(buttonText(true, live, [plain('qa')])).toBe('Move from live to qa')
    expect(buttonText(true, plain('qa'), [live])).toBe('Move to live')
    expect(buttonText(false, live, [])).toBe('Copy')
  })

  it('counts what an environment gets', () => {
    const none = { added: [], replaced: [], completed: [], same: [] }
    expect(planText({ ...none, added: ['A', 'B'], replaced: ['C'] })).toBe(
      '2 new, 1 with another value or note',
    )
    expect(planText({ ...none, completed: ['B'], same: ['A'] })).toBe('1 without the note, 1 equal')
  })
})
