import type { Command, CommandGroupName } from './command.ts'
import { commandGroups } from './command.ts'

export interface Ranked {
  readonly group: CommandGroupName
  readonly commands: readonly Command[]
}

const mostInGroup = 12
const mostRecent = 5

const isWordStart = (text: string, at: number) => at === 0 || /[\s_\-./:]/.test(text[at - 1] ?? '')

/** The letters in their order, close together and from the start of a word: `dburl` in `DATABASE_URL`. */
const hasLetters = (text: string, letters: string): boolean => {
  if (letters.length < 3) return false
  for (
    let start = text.indexOf(letters[0] ?? '');
    start >= 0;
    start = text.indexOf(letters[0] ?? '', start + 1)
  ) {
    if (!isWordStart(text, start)) continue
    let at = start
    for (const letter of letters.slice(1)) {
      at = text.indexOf(letter, at + 1)
      if (at < 0) return false
    }
    if (at - start < letters.length * 4) return true
  }
  return false
}

const scoreOf = (text: string, part: string): number => {
  const at = text.indexOf(part)
  if (at < 0) return hasLetters(text, part) ? 10 : 0
  if (text === part) return 100
  if (at === 0) return 80
  for (let start = at; start >= 0; start = text.indexOf(part, start + 1))
    if (isWordStart(text, start)) return 60
  return 40
}

/** How well a command answers what is looked for: nought where any part of it is found nowhere. */
export function matchScore(
  { label, hint = '', keywords = [] }: Pick<Command, 'label' | 'hint' | 'keywords'>,
  search: string,
): number {
  const parts = search.toLowerCase().split(/\s+/).filter(Boolean)
  const text = label.toLowerCase()
  // All of it in one piece is worth more than its parts.
  let score = parts.length > 1 && text.includes(parts.join(' ')) ? 60 : 0
  for (const part of parts) {
    const beside = Math.max(0, ...[hint, ...keywords].map((other) => scoreOf(other.toLowerCase(), part)))
    const best = Math.max(scoreOf(text, part), beside / 4)
    if (best === 0) return 0
    score += best
  }
  return score === 0 ? 0 : score - Math.min(label.length, 90) / 100
}

/** What is offered before anything is typed: what was used last, then the rest in its order. */
const offered = (commands: readonly Command[], recent: readonly string[]): Ranked[] => {
  const byId = new Map(commands.map((command) => [command.id, command]))
  const last = recent.flatMap((id) => byId.get(id) ?? []).slice(0, mostRecent)
  return [
    { group: 'Recent', commands: last },
    ...commandGroups.slice(1).map((group) => ({
      group,
      commands: commands
        .filter((command) => command.group === group && !command.searchOnly && !last.includes(command))
        .slice(0, mostInGroup),
    })),
  ]
}

/** What answers the search, best first: within each group, and the groups by their best. What was used lately goes before. */
const found = (commands: readonly Command[], search: string, recent: readonly string[]): Ranked[] => {
  const lately = new Set(recent)
  const scored = commands
    .map((command) => ({ command, score: matchScore(command, search) }))
    .filter(({ score }) => score > 0)
    .map(({ command, score }) => ({ command, score: score + (lately.has(command.id) ? 15 : 0) }))
    .sort((a, b) => b.score - a.score)
  const groups = new Set(scored.map(({ command }) => command.group))
  return [...groups].map((group) => ({
    group,
    commands: scored
      .filter(({ command }) => command.group === group)
      .slice(0, mostInGroup)
      .map(({ command }) => command),
  }))
}

export function rankCommands(
  commands: readonly Command[],
  search: string,
  recent: readonly string[],
): readonly Ranked[] {
  const groups = search.trim() === '' ? offered(commands, recent) : found(commands, search, recent)
  return groups.filter((group) => group.commands.length > 0)
}
