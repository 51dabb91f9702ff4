import manifest from '../../package.json' with { type: 'json' }

/** Only in a release: the commit that it was built from. */
declare const builtFrom: string | undefined

/** As semantic versioning has it: `1.0.0`, and in a release the commit after a plus sign. */
export const version =
  typeof builtFrom === 'undefined' || builtFrom === '' ? manifest.version : `${manifest.version}+${builtFrom}`
