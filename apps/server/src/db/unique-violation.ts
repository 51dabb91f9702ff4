/** Whether a database rejected a row because of a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === '23505') || /UNIQUE constraint failed/.test(error.message))
