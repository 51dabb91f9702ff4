/** Finds the commands in what a page or a document prints, so that they can be run as a reader would run them. */

const programs = /^(envhold|npm|npx|curl|node|eval|psql) /

/** `commands` of one block, in their order; each may go over several lines. */
export function commandsIn(block: string): string[] {
  const lines = block.replaceAll('\\\n', '').split('\n')
  const isConsole = lines.some((line) => line.startsWith('$ '))
  return lines.flatMap((line) => {
    if (isConsole) return line.startsWith('$ ') ? [line.slice(2)] : []
    const command = line.trim().replace(/^(- )?run: /, '')
    return programs.test(command) ? [command] : []
  })
}

/** The fenced blocks of a Markdown text that hold commands. */
export const blocksOf = (markdown: string): string[] =>
  Array.from(markdown.matchAll(/^```(?:sh|console)\n([\s\S]*?)^```$/gm), ([, block = '']) => block)
