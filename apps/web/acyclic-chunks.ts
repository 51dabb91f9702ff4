import type { Plugin } from 'vite'

/** The first circle of files that import each other at their start; undefined without one. */
function findCycle(imports: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const finished = new Set<string>()
  const visit = (file: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (finished.has(file)) return undefined
    for (const imported of imports.get(file) ?? []) {
      const cycle = visit(imported, [...path, file])
      if (cycle) return cycle
    }
    finished.add(file)
    return undefined
  }
  for (const file of imports.keys()) {
    const cycle = visit(file, [])
    if (cycle) return cycle
  }
  return undefined
}

/**
 * Ends the build if files of it import each other in a circle: one of them then runs before what it needs, and whether
 * that harms depends on which page is opened first.
 */
export const acyclicChunks = (): Plugin => ({
  name: 'acyclic-chunks',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const cycle = findCycle(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])))
    if (cycle) throw new Error(`Files of the build import each other: ${cycle.join(' → ')}`)
  },
})
