import { Box } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import { type Command, rankCommands } from './command.ts'

const command = (
  id: string,
  group: Command['group'],
  label: string,
  more: Partial<Command> = {},
): Command => ({
  id,
  group,
  label,
  icon: Box,
  run: () => {},
  ...more,
})
const commands = [
  command('project:1', 'Projects', 'Storefront'),
  command('project:2', 'Projects', 'Mobile API'),
  command('environment:1', 'Environments', 'production', { hint: 'Storefront' }),
  command('environment:2', 'Environments', 'production', { hint: 'Mobile API' }),
  command('variable:1', 'Go to', 'DATABASE_URL', { hint: 'Storefront · production', searchOnly: true }),
  command('variable:2', 'Go to', 'DATABASE_POOL_SIZE', {
    hint: 'Storefront · production',
    searchOnly: true,
  }),
  command('variable:3', 'Go to', 'API_TOKEN', { hint: 'Storefront · production', searchOnly: true }),
  command('page:account', 'Go to', 'Account', { keywords: ['password', 'recovery'] }),
  command('do:theme', 'Do', 'Theme: dark', { keywords: ['appearance'] }),
]
const commandsFor = (search: string, recent: string[] = []) =>
  rankCommands(commands, search, recent).flatMap((group) => group.commands.map(({ id }) => id))

describe('what the command menu finds', () => {
  it('puts what begins with the word before what holds it, and that before what is told beside it', () => {
    const named = ['RAPID', 'MY_API_TOKEN', 'nothing', 'api', 'API_TOKEN'].map((label) =>
      command(label, 'Go to', label),
    )
    const beside = command('beside', 'Go to', 'production', { hint: 'Mobile API' })
    const [best] = rankCommands([beside, ...named], 'api', [])
    expect(best?.commands.map(({ id }) => id)).toEqual([
      'api',
      'API_TOKEN',
      'MY_API_TOKEN',
      'RAPID',
      'beside',
    ])
  })

  it('finds by letters in their order only what is found by nothing else', () => {
    expect(commandsFor('dburl')).toEqual(['variable:1'])
    expect(commandsFor('dburl production')).toEqual(['variable:1'])
    expect(commandsFor('stfr')).toEqual(['project:1'])
    expect(commandsFor('url')).toEqual(['variable:1'])
    expect(commandsFor('lru')).toEqual([])
  })

  it('takes every word into account, in any order and any case', () => {
    expect(commandsFor('PRODUCTION mobile')).toEqual(['environment:2'])
    expect(commandsFor('mobile production')).toEqual(['environment:2'])
    expect(commandsFor('production nowhere')).toEqual([])
  })

  it('finds by further words', () => {
    expect(commandsFor('recovery')).toEqual(['page:account'])
  })

  it('puts the group of the best answer first', () => {
    expect(rankCommands(commands, 'api', []).map(({ group }) => group)[0]).toBe('Go to')
    expect(rankCommands(commands, 'mobile', [])[0]?.group).toBe('Projects')
  })

  it('puts what was used lately before its equals', () => {
    expect(commandsFor('production')[0]).toBe('environment:1')
    expect(commandsFor('production', ['environment:2'])[0]).toBe('environment:2')
  })
})

describe('what is offered after every search', () => {
  const always = command('do:find-value', 'Do', 'Find a value', { always: true })
  const idsOf = (search: string) =>
    rankCommands([...commands, always], search, []).map(({ group, commands: each }) => [
      group,
      ...each.map(({ id }) => id),
    ])
  it('comes last, once, also when nothing matches', () => {
    expect(idsOf('nowhere')).toEqual([['Do', 'do:find-value']])
    expect(idsOf('dark')).toEqual([['Do', 'do:theme', 'do:find-value']])
    expect(idsOf('find a value')).toEqual([['Do', 'do:find-value']])
  })
})

describe('what the command menu offers before anything is typed', () => {
  it('is what was used last, then the rest without the names of variables', () => {
    const groups = rankCommands(commands, '', ['page:account', 'project:2', 'project:999'])
    expect(groups.map(({ group, commands: each }) => [group, ...each.map(({ id }) => id)])).toEqual([
      ['Recent', 'page:account', 'project:2'],
      ['Environments', 'environment:1', 'environment:2'],
      ['Projects', 'project:1'],
      ['Do', 'do:theme'],
    ])
  })
})
