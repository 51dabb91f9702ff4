// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the values under test
import fc from 'fast-check'
import type { Variable } from '../src/variables.ts'

/** Random text from pieces that have broken some reader or writer, with ordinary text between. */
export const hardText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom("'", '"', '`', '\\', '$', '#', ' ', '\n', '=') },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          ...[
            '\r',
            '\r\n',
            '\t',
            ' #',
            '# ',
            '\\n',
            '\\r',
            '\\t',
            '\\\\',
            "\\'",
            '\\"',
            '$$',
            '${K0}',
            '$K1',
            '${K9:-x}',
          ],
          ...[
            '{',
            '}',
            '(',
            ')',
            ';',
            '&',
            '|',
            '!',
            '~',
            '*',
            '?',
            '<',
            '>',
            ':',
            '-',
            '%',
            '^',
            ',',
            '@',
            '0',
            'n',
            'r',
          ],
          ...["='", '="', 'K1=', 'export ', '<<', "'\n", '"\n', "' #", '" #', '\n#', '{"a":"b"}'],
          ...[
            '\u0001',
            '\u001b',
            '\u007f',
            '\u0085',
            '\u00a0',
            '\u2028',
            '\u2029',
            '\ufeff',
            'é',
            '世',
            '🎉',
          ],
        ),
      },
      { weight: 3, arbitrary: fc.stringMatching(/^[a-z0-9]{1,6}$/) },
      {
        weight: 1,
        arbitrary: fc.string({ unit: 'binary', maxLength: 4 }).map((text) => text.replaceAll('\0', '')),
      },
    ),
    { maxLength: 10 },
  )
  .map((pieces) => pieces.join(''))

/** Variables K0, K1, … with hard values, some of which refer to the others. */
export const hardVariables: fc.Arbitrary<Map<string, Variable>> = fc
  .array(hardText, { maxLength: 5 })
  .map((values) => new Map(values.map((value, index) => [`K${index}`, { value }])))

/** Many sets of variables at once, for readers that start a process. */
export const manyVariables = fc.array(hardVariables, { minLength: 60, maxLength: 60 })
