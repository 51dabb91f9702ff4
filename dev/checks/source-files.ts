import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const passedOver = new Set(['node_modules', 'dist', 'build', 'coverage', 'test-results', 'playwright-report'])

/** Every file and folder under `folders`, as paths relative to `root`, folders with a slash at the end. */
export function listPaths(root: string, folders: string[]): string[] {
  const paths: string[] = []
  const visit = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (passedOver.has(entry.name) || entry.name.startsWith('.')) continue
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        paths.push(`${path}/`)
        visit(path)
      } else paths.push(path)
    }
  }
  for (const folder of folders) visit(folder)
  return paths
}
