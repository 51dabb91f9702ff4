/** A downloaded log is invalid at the line that was read last. The message is a sentence for people. */
export class InvalidLog extends Error {
  override readonly name = 'InvalidLog'
}

/** Throws {@link InvalidLog} unless `condition` holds. */
export function requireValid(condition: boolean, why: string): asserts condition {
  if (!condition) throw new InvalidLog(why)
}
