import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The package name of each library that a Node for Linux may need, per package manager. */
const packages = {
  'libatomic.so.1': { apt: 'libatomic1', dnf: 'libatomic', apk: 'libatomic' },
  'libgcc_s.so.1': { apt: 'libgcc-s1', dnf: 'libgcc', apk: 'libgcc' },
  'libstdc++.so.6': { apt: 'libstdc++6', dnf: 'libstdc++', apk: 'libstdc++' },
}

const managers = [
  ['apt-get', 'apt', 'apt-get install'],
  ['dnf', 'dnf', 'dnf install'],
  ['apk', 'apk', 'apk add'],
]

/** Names the library that the dynamic loader (glibc or musl) did not find, and the command that installs it. */
export function explainMissingLibrary(stderr, searchPath = process.env.PATH ?? '') {
  const library = /error (?:while )?loading shared librar(?:y|ies):? ([^\s:]+)/i.exec(stderr)?.[1]
  if (!library) return undefined
  const manager = managers.find(([program]) => isInPath(program, searchPath))
  const name = manager && packages[library]?.[manager[1]]
  const remedy = name ? `Install it: ${manager[2]} ${name}` : 'Install the package that provides it.'
  return `the library ${library} is missing. ${remedy}`
}

function isInPath(program, searchPath) {
  return searchPath.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
