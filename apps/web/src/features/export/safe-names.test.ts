import { describe, expect, it } from 'vitest'
import { createSafeNames } from './safe-names.ts'

const one = (name: string, extension?: string) => createSafeNames('project').take(name, extension)

describe('names of files and folders', () => {
  it.each([
    ['Storefront', 'Storefront'],
    ['Müller & Söhne GmbH', 'Müller & Söhne GmbH'],
    ['日本', '日本'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a_b_c_d_e_f_g_h_i_j'],
    ['../../etc', '_.._etc'],
    ['..', 'project'],
    ['.git', 'git'],
    ['   ', 'project'],
    ['-rf', '_rf'],
    ['~root', '_root'],
    ['ends with dots. . .', 'ends with dots'],
    ['CON', 'CON_'],
    ['aux.backup', 'aux_.backup'],
    ['com1', 'com1_'],
    ['com¹', 'com¹_'],
    ['console', 'console'],
    ['right\u202eto-left', 'right_to-left'],
    ['e\u0301', '\u00e9'],
  ])('%j becomes %j', (name, safe) => {
    expect(one(name)).toBe(safe)
  })

  it('an extension makes no reserved name safe', () => {
    expect(one('nul', '.env')).toBe('nul_.env')
    expect(one('production', '.env')).toBe('production.env')
  })

  it('no two are the same, in large or small letters', () => {
    const names = createSafeNames('project', ['README.txt'])
    expect(
      ['Shop', 'shop', 'SHOP', 'shop (2)', 'readme.TXT', '', '..'].map((name) => names.take(name)),
    ).toEqual(['Shop', 'shop (2)', 'SHOP (3)', 'shop (2) (2)', 'readme.TXT (2)', 'project', 'project (2)'])
  })

  it.each(['x'.repeat(300), '日'.repeat(100), `${'x'.repeat(199)}😀`])(
    'has 200 bytes at most: %j',
    (name) => {
      const names = createSafeNames('project')
      for (const made of [names.take(name), names.take(name), names.take(name, '.env')]) {
        expect(new TextEncoder().encode(made).length).toBeLessThanOrEqual(200)
        expect(made.isWellFormed()).toBe(true)
      }
    },
  )
})
