/** The name a server gives a file, if it is one that cannot mean anything else than a name. */
export const fileNameOf = (headers: Headers, otherwise: string): string =>
  /filename="([\w-][\w.-]{0,150})"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? otherwise
