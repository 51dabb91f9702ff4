import { describe, expect, it } from 'vitest'
import { openIndex } from '../src/features/reference/search/open-index.ts'
import { highlight, wordsOf } from '../src/features/reference/search/search-terms.ts'
import { readManual } from './read-manual.ts'
import { buildSearchIndex } from './search-index.ts'

const search = openIndex(buildSearchIndex(readManual()))
const idsOf = (query: string) => search(query).map(({ id }) => id)

describe('the search of the manual', () => {
  it.each([
    ['recovery key', 'recovery-key'],
    ['forgot password', 'reset'],
    ['2fa', 'two-factor'],
    ['sso', 'single-sign-on'],
    ['github actions', 'github-actions'],
    ['k8s', 'kubernetes'],
    ['doppler', 'from-doppler'],
    ['pull', 'cli-pull'],
    ['412', 'error-412'],
    ['exit codes', 'exit-codes'],
    ['IP_NOT_ALLOWED', 'error-403-ip'],
    ['rate limit', 'plans'],
    ['SMTP_URL', 'settings'],
    ['revoke collaborator', 'end-access'],
    ['passkey', 'passkeys'],
    ['master', 'master-password'],
    ['docker', 'docker'],
    ['history', 'history'],
    ['api keys', 'api-keys'],
    ['.env', 'pull-and-push'],
    ['NO_COLOR', 'in-scripts'],
  ])('finds %s', (query, id) => {
    expect(idsOf(query).slice(0, 3)).toContain(id)
  })

  it('finds calls by path, by name and by an error', () => {
    expect(idsOf('/v1/inject')).toContain('api-inject')
    expect(idsOf('create api key')).toContain('api-createApiKey')
    expect(idsOf('already_invited').some((id) => id.startsWith('api-'))).toBe(true)
  })

  it('needs every word', () => {
    expect(idsOf('zebra')).toEqual([])
    expect(idsOf('pull zebra')).toEqual([])
    expect(idsOf('   ')).toEqual([])
  })

  it('ignores case and accents', () => {
    expect(idsOf('MASTER password')).toEqual(idsOf('master Password'))
    expect(wordsOf('Grüße  ADA')).toEqual(['gruße', 'ada'])
  })

  it('bounds what is searched for and what is found', () => {
    expect(wordsOf(Array.from({ length: 500 }, (_, n) => `w${n}`).join(' '))).toHaveLength(10)
    expect(search('a').length).toBeLessThanOrEqual(12)
  })

  it('shows the text around the word', () => {
    const [match] = search('NO_COLOR')
    expect(match?.excerpt).toContain('NO_COLOR')
    expect(match?.excerpt.length).toBeLessThan(130)
  })

  it('marks words as they are, also those that mean something in a pattern', () => {
    expect(highlight('Use pull (or push)', ['pull', '('])).toEqual([
      { text: 'Use ', isHit: false },
      { text: 'pull', isHit: true },
      { text: ' ', isHit: false },
      { text: '(', isHit: true },
      { text: 'or push)', isHit: false },
    ])
  })
})
