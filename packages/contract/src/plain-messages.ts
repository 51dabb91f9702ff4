/** What people read of a rule that has no message of its own: zod's default messages are for developers. */
import type { z } from 'zod'
import { formatCount } from './format-count.ts'

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

interface Limit {
  readonly origin: string
  readonly exact?: boolean
}

/** The words are those of `tooLong`. */
function limitText({ origin, exact }: Limit, limit: number | bigint, bound: string): string | undefined {
  const [count, words] = [Number(limit), exact ? 'exactly' : bound]
  if (origin === 'string') return `Must be ${words} ${formatCount(count, 'character')}`
  if (origin === 'array') return `Must have ${words} ${formatCount(count, 'item')}`
  return origin === 'number' || origin === 'int' ? `Must be ${words} ${formatCount(count)}` : undefined
}

/** The error map of all schemas; undefined leaves an issue to zod. No message contains the input. */
export const plainMessage: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined && issue.code.startsWith('invalid_')) return 'Is required'
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] && `Must be ${types[issue.expected]}`
    case 'invalid_value':
      return `Must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`
    case 'too_big':
      return limitText(issue, issue.maximum, issue.inclusive ? 'at most' : 'less than')
    case 'too_small':
      return limitText(issue, issue.minimum, issue.inclusive ? 'at least' : 'more than')
    case 'invalid_format':
      return issue.format === 'regex' ? 'Does not have the required format' : undefined
    case 'invalid_union':
      return 'Is not valid'
    default:
      return undefined
  }
}
