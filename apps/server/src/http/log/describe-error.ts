/** The loggable parts of an error: never its message, which can quote request or stored data. */
export interface ErrorDescription {
  readonly error: string
  readonly code?: string
  readonly at?: readonly string[]
  readonly cause?: ErrorDescription
}

const identifier = /^[\w.$]{1,60}$/
const frame = /^ {4}at [\w$.#<>[\] ]{0,150}\(?(?:file:|node:|\/|[A-Za-z]:\\)[^\n]{1,300}$/
const framesKept = 12

const framesOf = ({ stack = '', message }: Error): string[] => {
  // The message comes first and may contain lines that look like frames. If it is not found, no line is used.
  const start = stack.indexOf(message)
  if (start < 0) return []
  return stack
    .slice(start + message.length)
    .split('\n')
    .filter((line) => frame.test(line))
    .slice(0, framesKept)
    .map((line) => line.slice('    at '.length))
}

/** Name, code and stack frames of an error and of its causes. */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { error: `not an Error (${typeof error})` }
  const code = 'code' in error && typeof error.code === 'string' && identifier.test(error.code) && error.code
  const frames = framesOf(error)
  return {
    error: identifier.test(error.name) ? error.name : 'Error',
    ...(code && { code }),
    ...(frames.length > 0 && { at: frames }),
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  }
}
