import {
  dialects as contractDialects,
  dotenvDialects as contractDotenvDialects,
  type DialectName,
  type InjectFormat,
  injectFormats,
} from '@envhold/contract/inject.ts'
import { type Dialect, dialects, dotenvDialects, type Format, formats } from '@envhold/formats/dialect.ts'
import { expect, expectTypeOf, test } from 'vitest'

test('the contract offers exactly the formats and dialects that can be written', () => {
  expectTypeOf<InjectFormat>().toEqualTypeOf<Format>()
  expectTypeOf<DialectName>().toEqualTypeOf<Dialect>()
  expect(injectFormats).toEqual(formats)
  expect(contractDialects).toEqual(dialects)
  expect(contractDotenvDialects).toEqual(dotenvDialects)
})
