/**
 * Repeated to the longest allowed text, each of these is the worst case of some kind of parser: quotes and escapes that never end, nested
 * brackets, separators, digits, white space, combining characters, markup.
 */
export const REPEATED_TEXTS = [
  ...'a aA 9 1e0, 0- [1, a, a=b, a=b; "a", W/ a/b, ;q=1 ; = : - + @ a. a- ../ / ? % %20 %41'.split(' '),
  ...String.raw`( [ { < on ' " "\ \" \ 127.0.0.1, and( ->a ,key ::text é`.split(' '),
  ...[' ', '\t', '\r\n', '\u00a0', '\u0301\u0316', '\u1100\u1161'],
]

/** A parameter of a data API query that is long and valid, so that every stage of the server handles it: the text around the repeated one. */
export const VALID_QUERIES: readonly (readonly [head: string, repeated: string, tail?: string])[] = [
  ['select=key', ',key'],
  ['select=*', ',*'],
  ['select=key', ',key::text'],
  ['select=key', ',a:key'],
  ['select=key', `,a:value${'->1'.repeat(32)}`],
  ['order=key', ',key'],
  ['order=value', '->a'],
  ['columns=key', ',key'],
  ['key=in.(a', ',a', ')'],
  ['key=in.(""', ',""', ')'],
  ['value=cd.[1', ',1', ']'],
  ['key=like(any).{a', ',a', '}'],
  ['or=(key.eq.a', ',key.eq.a', ')'],
  ['or=(key.eq.a', `,value${'->1'.repeat(32)}.eq.1`, ')'],
  ['or=(key.eq.a', ',key.in.(a)', ')'],
  ['or=(key.eq.a', ',key.eq(any).{a}', ')'],
  ['or=(key.eq.a', `,${'and('.repeat(9)}key.eq.a${')'.repeat(9)}`, ')'],
  ['key=eq.a', '&key=not.eq.a'],
  ['a', '&'],
  ['a=eq.1', '&a=eq.1'],
]

/** JSON bodies that are long and valid or never end: the text around the repeated one. `{n}` becomes the number of the repetition. */
export const JSON_BODIES: readonly (readonly [head: string, repeated: string, tail?: string])[] = [
  ['[', '{},', '{}]'],
  ['[', '[],', '[]]'],
  ['', '['],
  ['[', '1e0,', '1]'],
  ['[1e', '0', ']'],
  ['{"amount":', '9', '}'],
  ['{"a":1', ',"m{n}":1', '}'],
  ['{"a":"', '\\\\'],
  ['["', '\\"",'],
  ['[0', ',{"name":"Ada Byron","email":"a{n}.{turn}@example.org"}', ']'],
]
