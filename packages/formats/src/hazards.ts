export type Hazard = {
  key: string
  hazard: 'runs-code' | 'hijacks-process'
  /** A sentence for people, without its full stop. */
  problem: string
}

/** Values that some loader executes, and names that take over a process that inherits them; in the order of `variables`. */
export function findHazards(variables: ReadonlyMap<string, string>): Hazard[] {
  const hazards: Hazard[] = []
  for (const [key, value] of variables) {
    if (/\$\(|`/.test(value)) {
      hazards.push({
        key,
        hazard: 'runs-code',
        problem: 'some loaders execute $(…) and backticks in a value',
      })
    }
    if (/^(PATH|LD_PRELOAD|NODE_OPTIONS)$/.test(key)) {
      hazards.push({ key, hazard: 'hijacks-process', problem: 'this name changes what programs run' })
    }
  }
  return hazards
}
